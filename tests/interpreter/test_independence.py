"""The interpreter is an oracle: it shares nothing with what it judges."""

from __future__ import annotations

import ast

import pytest

from tests.support.command import ROOT

_FOLDER = ROOT / "tests" / "support" / "interpreter"
_JUDGED = (
    "sad.analysis",
    "sad.algebra",
    "sad.model",
    "sad.lowering",
    "sad.evaluation",
    "sad.report",
    "sad.slicing",
)


def imported(text: str) -> set[str]:
    """Return the modules that a Python text imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in _FOLDER.glob("*.py")))
def test_nothing_of_the_analysis_is_imported(name: str):
    modules = imported((_FOLDER / name).read_text(encoding="utf-8"))
    assert [module for module in modules if module.startswith(_JUDGED)] == []


def test_imports_are_seen():
    assert imported("from sad import analysis\n") >= {"sad.analysis"}
    assert imported("def f():\n    import sad.algebra.poly\n") == {"sad.algebra.poly"}
