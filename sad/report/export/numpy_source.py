"""Export to NumPy: float64 arrays that broadcast against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.targets import NUMPY
from sad.report.export.python_source import RESERVED, constants, signature
from sad.report.export.quantities import argument_names, function_names
from sad.report.export.source import about_lines, body_of, comment, function_text, title_of

if TYPE_CHECKING:
    from sad.report.export.quantities import Exported

_USAGE = (
    "Every function takes numbers or arrays by name and ignores others, so one dictionary serves all:",
    "    seconds_or_count = FUNCTION(**values)",
    "Arrays broadcast against each other; arithmetic is float64, so counts above 2**53 are rounded.",
    "Where an operation has no value (a divisor of zero) the result is not a number.",
)


def numpy_source(program: Exported) -> str:
    """Return a self-contained Python module that needs NumPy only."""
    reserved = RESERVED | NUMPY.words | {"annotations", "ArrayLike"}
    names = argument_names(program, reserved)
    given = {item.symbol for item in program.arguments if item.value is not None}
    functions: list[str] = []
    called: set[str] = set()
    titles = function_names(program, [*reserved, *names.values()])
    for title, quantity in zip(titles, program.quantities, strict=True):
        body = body_of(quantity, NUMPY, names)
        called |= body.called
        taken = [names[item] for item in names if item in body.symbols - given]
        functions.append(
            "\n".join(
                [
                    *signature(title, [f"{name}: ArrayLike" for name in taken], "Array"),
                    f'    """Return {title_of(quantity)}."""',
                    *(f"    {name} = np.asarray({name}, dtype=np.float64)" for name in taken),
                    *body.rows(in_parentheses=True),
                ]
            )
        )
    head = [
        *comment(about_lines(program, names, _USAGE), "#"),
        "from __future__ import annotations",
        "",
        "import numpy as np",
        "from numpy.typing import ArrayLike, NDArray",
        "",
        "Array = NDArray[np.float64] | np.float64 | float",
        *constants(program, names, lambda value: repr(float(value))),
    ]
    carried = function_text("sad.algebra.array_runtime", called)
    return "\n\n\n".join(["\n".join(head), *carried, *functions]) + "\n"
