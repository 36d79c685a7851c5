"""Which modules are compiled: those that compute. Others wait for files, people or other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = (
    "sad/ir",
    "sad/counting",
    "sad/analysis",
    "sad/description",
    "sad/incremental",
    "frontends/fortran",
)
MODULES = (
    "sad/diagnostics.py",
    "sad/symbols.py",
    "sad/evaluation/leading.py",
    "sad/evaluation/summary.py",
    "sad/evaluation/summary_json.py",
    "sad/evaluation/survey.py",
    "sad/export/latex_source.py",  # inherits from the printers of sad/counting, as the next two
    "sad/html/mathml.py",
    "sad/report/short_conditions.py",
    "sad/report/library.py",
    "sad/report/view.py",
)
LEFT_OUT = {
    "sad/analysis/guessed_trips.py": "integers and floats meet in its numbers",
    "sad/analysis/work/": "for cost models beyond the plain sum only, one loop at a time",
    "sad/description/work_json.py": "goes through fields of records by name",
    "sad/counting/careful.py": "several names for one method",
    "sad/counting/dialect.py": "dialects of other modules inherit from it",
    "sad/counting/emit.py": "integers and floats meet in its numbers",
    "sad/counting/nested.py": "generic in its numbers",
    "sad/counting/array_dialect.py": "inherits from a module that is not compiled",
    "sad/counting/array_runtime.py": "NumPy does the work",
    "sad/counting/grids.py": "NumPy does the work",
    "sad/counting/vectorise.py": "NumPy does the work",
    "sad/counting/runtime.py": "its source is a part of what is exported",
    "sad/counting/sympy_edge.py": "sympy does the work",
    "frontends/fortran/fparser_bridge.py": "fparser2 does the work",
    "frontends/fortran/fparser_expressions.py": "fparser2 does the work",
}
FLOATS = (
    "frontends/fortran/literals.py",
    "sad/analysis/numbers.py",
    "sad/counting/codes.py",
    "sad/description/guesses.py",
    "sad/evaluation/survey.py",
    "sad/incremental/folder.py",
    "sad/incremental/sources.py",
    "sad/incremental/store.py",
    "sad/report/view.py",
)
"""Modules that compute with floats. In all others a build refuses a value that becomes one: mypyc makes
floats of integers wherever the type checker finds a float, and no count may lose its digits."""


def modules(root: Path) -> list[str]:
    """Return the paths of the modules to be compiled, relative to the folder of the project."""
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    each = [path.relative_to(root).as_posix() for path in found]
    return [path for path in (*each, *MODULES) if not path.startswith(tuple(LEFT_OUT))]
