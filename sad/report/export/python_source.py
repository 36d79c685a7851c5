"""Export to Python: exact integers of any size, or NumPy arrays that broadcast against each other."""

from __future__ import annotations

import builtins
import keyword
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.targets import NUMPY, PYTHON
from sad.report.export.quantities import argument_names, function_names
from sad.report.export.source import about_lines, body_of, comment, function_text, title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.targets import Target
    from sad.report.export.quantities import Exported


_USAGE = (
    "Every function takes its arguments by name and ignores others, so one dictionary serves all:",
    "    seconds_or_count = FUNCTION(**values)",
    "Counts are exact: integers, fractions where probabilities are fractions.",
)
RESERVED = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins)])
_OWN = frozenset(["Fraction", "Number", "Iterable", "Iterator", "Any", "floor", "annotations"])
_WALKS = "sad.algebra.walk_runtime"
_ITERATED = {"Iterable": "steps", "Iterator": "walk_on"}
_ANY = frozenset(("busiest", "walk_from"))
_NUMPY_USAGE = (
    "Every function takes numbers or arrays by name and ignores others, so one dictionary serves all:",
    "    seconds_or_count = FUNCTION(**values)",
    "Arrays broadcast against each other; arithmetic is float64, so counts above 2**53 are rounded.",
    "Where an operation has no value (a divisor of zero) the result is not a number.",
)


def python_source(program: Exported) -> str:
    """Return a self-contained Python module."""
    reserved = RESERVED | _OWN | PYTHON.words
    names = argument_names(program, reserved)
    functions, called = _functions(program, PYTHON, names, reserved, ("Number", "Number"))
    carried = function_text((_WALKS, "sad.algebra.runtime"), called)
    imports = ["from __future__ import annotations", "", "from fractions import Fraction"]
    needed = [
        *(["floor"] if called & {"logarithm", "root", "divisor", "steps", "counted"} else []),
        *(["gcd"] if "divisor" in called else []),
        *(["isqrt"] if "root" in called else []),
    ]
    if needed:
        imports.append(f"from math import {', '.join(needed)}")
    iterated = [name for name, user in _ITERATED.items() if user in called]
    if iterated:
        imports.insert(2, f"from collections.abc import {', '.join(iterated)}")
    if called & _ANY:
        imports.append("from typing import Any")
    head = [
        *comment(about_lines(program, names, _USAGE), "#"),
        *imports,
        "",
        "Number = int | float | Fraction",
        *constants(program, names, _literal),
    ]
    return "\n\n\n".join(["\n".join(head), *carried, *functions]) + "\n"


def _functions(
    program: Exported,
    target: Target,
    names: Mapping[str, str],
    reserved: Iterable[str],
    types: tuple[str, str],
    first: str = "",
) -> tuple[list[str], set[str]]:
    """The functions of all quantities, and which functions they call.

    ``types`` are those of arguments and of results; ``first`` is a line for each argument.
    """
    given = {item.symbol for item in program.arguments if item.value is not None}
    functions: list[str] = []
    called: set[str] = set()
    titles = function_names(program, [*reserved, *names.values()])
    for title, quantity in zip(titles, program.quantities, strict=True):
        body = body_of(quantity, target, names)
        called |= body.called
        taken = [names[item] for item in names if item in body.symbols - given]
        rows = [
            *signature(title, [f"{name}: {types[0]}" for name in taken], types[1]),
            f'    """Return {title_of(quantity)}."""',
            *(first.format(name) for name in taken if first),
            *body.rows(in_parentheses=True),
        ]
        functions.append("\n".join(rows))
    return functions, called


def constants(
    program: Exported, names: Mapping[str, str], literal: Callable[[Number], str]
) -> list[str]:
    """Return the values the user gave as assignments."""
    return [
        f"{names[item.symbol]} = {literal(item.value)}"
        for item in program.arguments
        if item.value is not None
    ]


def signature(title: str, arguments: Iterable[str], result: str) -> list[str]:
    """Return the first lines of a function that takes some arguments by name and ignores others."""
    taken = list(arguments)
    inside = ", ".join([*(["*"] if taken else []), *taken, "**_others: object"])
    line = f"def {title}({inside}) -> {result}:"
    if len(line) <= 100:
        return [line]
    rows = [f"    {item}," for item in ("*", *taken, "**_others: object")]
    return [f"def {title}(", *rows, f") -> {result}:"]


def _literal(value: Number) -> str:
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    return repr(value)


def numpy_source(program: Exported) -> str:
    """Return a self-contained Python module that needs NumPy only."""
    reserved = RESERVED | NUMPY.words | {"annotations", "ArrayLike"}
    names = argument_names(program, reserved)
    types, arrays = ("ArrayLike", "Array"), "    {0} = np.asarray({0}, dtype=np.float64)"
    functions, called = _functions(program, NUMPY, names, reserved, types, arrays)
    users = {"Callable": {"busiest", "at_points"}, "Iterator": {"walk_on"}}
    iterated = [name for name, found in users.items() if found & called]
    head = [
        *comment(about_lines(program, names, _NUMPY_USAGE), "#"),
        "from __future__ import annotations",
        "",
        *([f"from collections.abc import {', '.join(iterated)}"] if iterated else ()),
        *(("from typing import Any", "") if called & _ANY else ()),
        "import numpy as np",
        "from numpy.typing import ArrayLike, NDArray",
        "",
        "Array = NDArray[np.float64] | np.float64 | float",
        *constants(program, names, lambda value: repr(float(value))),
    ]
    carried = function_text((_WALKS, "sad.algebra.array_runtime"), called)
    return "\n\n\n".join(["\n".join(head), *carried, *functions]) + "\n"
