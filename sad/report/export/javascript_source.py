"""Export to JavaScript: an ES module for browsers and node, no dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.targets import JAVASCRIPT
from sad.report.export.quantities import argument_names, function_names
from sad.report.export.source import about_lines, body_of, comment, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.report.export.quantities import Exported

_RESERVED = frozenset(
    """
    abstract arguments async await boolean break byte case catch char class const continue debugger
    default delete do double else enum eval export extends false final finally float for from function
    get goto if implements import in instanceof int interface let long native new null of package
    private protected public return set short static super switch synchronized this throw throws
    transient true try typeof undefined var void volatile while with yield
    NaN Infinity Math Number Object globalThis TypeError missing
    """.split()  # noqa: SIM905
)
_USAGE = (
    "import {FUNCTION} from './FILE.mjs';",
    "FUNCTION({NAME: value, ...})  // takes arguments by name and ignores others",
    "",
    "Arithmetic is double: counts above 2**53 are rounded. Where an operation has no value",
    "(a divisor of zero) the result is NaN.",
)


def javascript_source(program: Exported) -> str:
    """Return a self-contained ES module."""
    reserved = _RESERVED | JAVASCRIPT.words
    names = argument_names(program, reserved)
    given = {item.symbol: item.value for item in program.arguments if item.value is not None}
    titles = function_names(program, [*reserved, *names.values()])
    functions: list[str] = []
    called: set[str] = set()
    for title, quantity in zip(titles, program.quantities, strict=True):
        body = body_of(quantity, JAVASCRIPT, names)
        called |= body.called
        taken = [
            f"{names[item]} = missing({names[item]!r})"
            for item in names
            if item in body.symbols and item not in given
        ]
        if taken:
            called.add("missing")
        functions.append(
            "\n".join(
                [
                    f"// {title_of(quantity)}",
                    f"export function {title}({_parameters(taken)}) {{",
                    *body.rows(";"),
                    "}",
                ]
            )
        )
    head = [
        *comment(about_lines(program, names, _USAGE), "//"),
        *(
            f"const {names[symbol]} = {JAVASCRIPT.number(_plain_number(value))};"
            for symbol, value in given.items()
        ),
    ]
    carried = JAVASCRIPT.carried(called)
    return "\n\n".join(["\n".join(head), *carried, *functions]) + "\n"


def _parameters(taken: Sequence[str]) -> str:
    line = f"{{{', '.join(taken)}}} = {{}}" if taken else ""
    if len(line) <= 80:
        return line
    rows = "".join(f"    {item},\n" for item in taken)
    return f"{{\n{rows}}} = {{}}"


def _plain_number(value: object) -> float:
    return value if isinstance(value, int) else float(value)  # type: ignore[arg-type]
