"""Export to JavaScript: an ES module for browsers and node, no dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.export.c_dialect import CDialect
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
_LARGEST_WHOLE = 2**53
_USAGE = (
    "import {FUNCTION} from './FILE.mjs';",
    "FUNCTION({NAME: value, ...})  // takes arguments by name and ignores others",
    "",
    "Arithmetic is double: counts above 2**53 are rounded. Where an operation has no value",
    "(a divisor of zero) the result is NaN.",
)
HELPERS = {
    "ratio": ("function ratio(a, b) {", "    return b === 0 ? NaN : a / b;", "}"),
    "piece": (
        "function piece(value, guard) {",
        "    return guard >= 0 ? value : Number.isNaN(guard) ? NaN : 0;",
        "}",
    ),
    "whole_power": (
        "function whole_power(base, exponent) {",
        "    const whole = Math.floor(exponent) === exponent && Math.floor(base) === base;",
        "    return exponent < 0 && whole && Math.abs(base) !== 1 ? 0 : base ** exponent;",
        "}",
    ),
    "whole_log": (
        "function whole_log(base, argument) {",
        "    const step = Math.trunc(base);",
        "    let rest = Math.floor(argument), exponent = -1;",
        "    if (!(step >= 2) || !Number.isFinite(rest)) return NaN;",
        "    for (; rest >= 1; exponent += 1) rest = Math.floor(rest / step);",
        "    return exponent;",
        "}",
    ),
    "missing": (
        "function missing(name) {",
        "    throw new TypeError(`${name} has no value`);",
        "}",
    ),
}


class JavaScriptDialect(CDialect):
    """JavaScript's numbers are doubles, too; what has no value becomes NaN and spreads."""

    words = frozenset([*HELPERS])

    def number(self, value: float) -> str:
        """Return a literal; raises ``OverflowError`` if it is too large for a double."""
        if isinstance(value, int) and value < _LARGEST_WHOLE:
            return str(value)
        return repr(float(value))

    def fixed_power(self, base: str, exponent: int) -> str:
        """Return a power with a constant exponent."""
        return f"Math.pow({base}, {exponent})"  # -x**2 is an error in JavaScript

    def floor(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded down."""
        return f"Math.floor({self.ratio(numerator, denominator, fixed=fixed)})"

    def truncated(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded toward zero."""
        return f"Math.trunc({self.ratio(numerator, denominator, fixed=fixed)})"

    def remainder(self, dividend: str, divisor: str, *, fixed: bool) -> str:
        """Return the remainder of ``truncated``; NaN for a divisor of zero."""
        del fixed
        return f"{dividend} % {divisor}"

    def greatest(self, arguments: Sequence[str]) -> str:
        """Return the greatest of two or more values."""
        return f"Math.max({', '.join(arguments)})"

    def least(self, arguments: Sequence[str]) -> str:
        """Return the least of one or more values."""
        return arguments[0] if len(arguments) == 1 else f"Math.min({', '.join(arguments)})"

    def assign(self, name: str, value: str) -> str:
        """Return the statement that makes a local variable."""
        return f"const {name} = {value};"

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body."""
        del spare
        return [
            f"let {total} = 0*({first} + {last});",
            f"for (let {index} = {first}; {index} <= {last}; {index} += 1) {{",
        ]


def javascript_source(program: Exported) -> str:
    """Return a self-contained ES module."""
    dialect = JavaScriptDialect()
    reserved = _RESERVED | dialect.words
    names = argument_names(program, reserved)
    given = {item.symbol: item.value for item in program.arguments if item.value is not None}
    titles = function_names(program, [*reserved, *names.values()])
    functions: list[str] = []
    for title, quantity in zip(titles, program.quantities, strict=True):
        body = body_of(quantity, dialect, names)
        taken = [
            f"{names[item]} = {dialect.call('missing', repr(names[item]))}"
            for item in names
            if item in body.symbols and item not in given
        ]
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
            f"const {names[symbol]} = {dialect.number(_plain_number(value))};"
            for symbol, value in given.items()
        ),
    ]
    carried = ["\n".join(HELPERS[name]) for name in sorted(dialect.called)]
    return "\n\n".join(["\n".join(head), *carried, *functions]) + "\n"


def _parameters(taken: Sequence[str]) -> str:
    line = f"{{{', '.join(taken)}}} = {{}}" if taken else ""
    if len(line) <= 80:
        return line
    rows = "".join(f"    {item},\n" for item in taken)
    return f"{{\n{rows}}} = {{}}"


def _plain_number(value: object) -> float:
    return value if isinstance(value, int) else float(value)  # type: ignore[arg-type]
