"""The languages that formulas are written in: one table of templates for each.

``emit`` fills the templates. Operands come as names, numbers or in parentheses, unless said otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Division = tuple[str, str]
"""The templates for a constant divisor above 0, and for any other."""
_LARGEST_WHOLE = 2**53


@record
class Target:
    """How one language writes the arithmetic of formulas.

    ``lazy``: an operation without a value, such as a division by zero, gives a value that spreads (not
    a number), no exception. ``words`` are names that no variable may have. ``functions`` are those that
    come with the formulas, by name with their source; None where that is in ``runtime`` or
    ``array_runtime``. ``number`` writes a literal without a sign.

    ``over`` divides by a common denominator ``{n}``; ``{bare}`` is the dividend in no parentheses.
    ``greatest`` and ``least`` are functions of many arguments, or of two if ``chained``. ``piece``
    gives ``{value}`` where all guards are at least 0, else 0: ``{guards}`` is a list of them,
    ``{least}`` the least of them, ``{tests}`` a ``guard`` for each, joined by ``conjunction``;
    ``safe_piece`` is for guards that always have a value. Loops use ``{total} {index} {first} {last}
    {spare} {body}``; ``spare`` is a name for the loop's own use. ``add`` makes a sum of the bodies,
    ``keep`` their greatest.
    """

    number: Callable[[float], str]
    words: frozenset[str]
    functions: Mapping[str, tuple[str, ...] | None]
    fixed_power: str
    over: str
    floor: Division
    truncated: Division
    remainder: Division
    power: str
    logarithm: str
    root: str
    divisor: str
    greatest: str
    least: str
    piece: str
    assign: str
    open_sum: tuple[str, ...]
    add: str
    keep: str
    in_sum: tuple[str, ...] = ()
    close_sum: tuple[str, ...] = ()
    safe_piece: str = ""
    guard: str = "{guard} >= 0"
    conjunction: str = " and "
    chained: bool = False
    lazy: bool = False
    margin: str = "    "

    def calls(self, text: str) -> set[str]:
        """Return which of the functions a template calls."""
        return {name for name in self.functions if f"{name}(" in text}

    def carried(self, names: set[str]) -> list[str]:
        """Return the source of functions, sorted by name."""
        return ["\n".join(self.functions[name] or ()) for name in sorted(names)]


def _float(value: float) -> str:
    """A literal of a double; raises ``OverflowError`` if the number is too large."""
    return repr(float(value))


def _javascript_number(value: float) -> str:
    return str(value) if isinstance(value, int) and value < _LARGEST_WHOLE else _float(value)


def _any(text: str) -> Division:
    return text, text


def _names(text: str) -> dict[str, tuple[str, ...] | None]:
    return dict.fromkeys(text.split())


_EXACT = _names("quotient truncated remainder power logarithm root divisor steps")
PYTHON = Target(
    number=repr,
    words=frozenset((*_EXACT, "max", "min")),
    functions=_EXACT,
    fixed_power="{a}**{n}",
    over="quotient({bare}, {n})",
    floor=_any("{a} // {b}"),
    truncated=_any("truncated({a}, {b})"),
    remainder=_any("remainder({a}, {b})"),
    power="power({a}, {b})",
    logarithm="logarithm({a}, {b})",
    root="root({a})",
    divisor="divisor({a}, {b})",
    greatest="max",
    least="min",
    piece="({value} if {tests} else 0)",
    assign="{name} = {value}",
    open_sum=("{total} = 0", "for {index} in steps({first}, {last}):"),
    add="{total} += {body}",
    keep="{total} = max({total}, {body})",
)
"""Exact arithmetic with the functions of ``runtime``."""

_CAREFUL = _names(
    "quotient truncated remainder power logarithm root divisor floored greatest least piece begun steps"
)
CAREFUL = replace(
    PYTHON,
    words=frozenset(_CAREFUL),
    functions=_CAREFUL,
    floor=_any("floored({a}, {b})"),
    greatest="greatest",
    least="least",
    piece="piece({value}, {guards})",
    open_sum=("{total} = begun({first}, {last})", "for {index} in steps({first}, {last}):"),
    keep="{total} = greatest({total}, {body})",
)
"""Python whose every operation may meet ``runtime.Undefined``."""

_ARRAYS = _names("ratio remainder power logarithm root divisor piece steps")
NUMPY = Target(
    lazy=True,
    number=_float,
    words=frozenset((*_ARRAYS, "np", "Array", "NDArray")),
    functions=_ARRAYS,
    fixed_power="{a}**{n}",
    over="{a}/{n}",
    floor=("np.floor({a}/{b})", "np.floor(ratio({a}, {b}))"),
    truncated=("np.trunc({a}/{b})", "np.trunc(ratio({a}, {b}))"),
    remainder=("np.fmod({a}, {b})", "remainder({a}, {b})"),
    power="power({a}, {b})",
    logarithm="logarithm({a}, {b})",
    root="root({a})",
    divisor="divisor({a}, {b})",
    greatest="np.maximum",
    least="np.minimum",
    chained=True,
    piece="piece({value}, {guards})",
    safe_piece="np.where({tests}, {value}, 0.0)",
    guard="({guard} >= 0.0)",
    conjunction=" & ",
    assign="{name} = {value}",
    # All points take the steps of the longest range; the total is no number if a bound is none.
    open_sum=("{total} = 0.0*({first} + {last})", "for {spare} in steps({first}, {last}):"),
    in_sum=("{index} = {first} + {spare}",),
    add="{total} = {total} + np.where({index} <= {last}, {body}, 0.0)",
    keep="{total} = np.maximum({total}, np.where({index} <= {last}, {body}, 0.0))",
)
"""Arrays of float64 that broadcast, with the functions of ``array_runtime``."""

_C_FUNCTIONS: Mapping[str, tuple[str, ...] | None] = {
    "ratio": (
        "static double ratio(double a, double b) {",
        "    return b == 0.0 ? NAN : a / b;",
        "}",
    ),
    "greater": (
        "static double greater(double a, double b) {",
        "    return isnan(a) || a > b ? a : b;",
        "}",
    ),
    "lesser": (
        "static double lesser(double a, double b) {",
        "    return isnan(a) || a < b ? a : b;",
        "}",
    ),
    "piece": (
        "static double piece(double value, double guard) {",
        "    return guard >= 0.0 ? value : isnan(guard) ? guard : 0.0;",
        "}",
    ),
    "whole_power": (
        "static double whole_power(double base, double exponent) {",
        "    if (exponent < 0.0 && floor(exponent) == exponent && floor(base) == base",
        "        && fabs(base) != 1.0)",
        "        return 0.0;",
        "    return pow(base, exponent);",
        "}",
    ),
    "whole_log": (
        "static double whole_log(double base, double argument) {",
        "    double step = trunc(base), rest = floor(argument), exponent = -1.0;",
        "    if (!(step >= 2.0) || isnan(rest) || isinf(rest))",
        "        return NAN;",
        "    while (rest >= 1.0) {",
        "        rest = floor(rest / step);",
        "        exponent += 1.0;",
        "    }",
        "    return exponent;",
        "}",
    ),
    "whole_root": (
        "static double whole_root(double argument) {",
        "    double root = floor(sqrt(floor(argument)));",
        "    if (argument < 0.0)",
        "        return -1.0;",
        "    return root * root > argument ? root - 1.0 : root;",
        "}",
    ),
    "whole_gcd": (
        "static double whole_gcd(double a, double b) {",
        "    a = fabs(floor(a));",
        "    b = fabs(floor(b));",
        "    while (b > 0.0) {",
        "        double rest = fmod(a, b);",
        "        a = b;",
        "        b = rest;",
        "    }",
        "    return a + b;",
        "}",
    ),
}
C = Target(
    lazy=True,
    number=_float,
    words=frozenset([*_C_FUNCTIONS, *"p floor trunc fmod pow sqrt fabs isnan isinf".split()]),  # noqa: SIM905
    functions=_C_FUNCTIONS,
    fixed_power="pow({a}, {n}.0)",
    over="{a}/{n}",
    floor=("floor({a}/{b})", "floor(ratio({a}, {b}))"),
    truncated=("trunc({a}/{b})", "trunc(ratio({a}, {b}))"),
    remainder=_any("fmod({a}, {b})"),  # a NaN for a divisor of zero
    power="whole_power({a}, {b})",
    logarithm="whole_log({a}, {b})",
    root="whole_root({a})",
    divisor="whole_gcd({a}, {b})",
    greatest="greater",
    least="lesser",
    chained=True,
    piece="piece({value}, {least})",
    assign="const double {name} = {value};",
    open_sum=(  # a bound without a value gives a total without one
        "double {total} = 0.0*({first} + {last});",
        "for (double {index} = {first}; {index} <= {last}; {index} += 1.0) {{",
    ),
    add="{total} += {body};",
    keep="{total} = greater({total}, {body});",
    close_sum=("}}",),
)
"""C99: double arithmetic; what has no value becomes a NaN and spreads."""

_JAVASCRIPT_FUNCTIONS: Mapping[str, tuple[str, ...] | None] = {
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
    "whole_root": (
        "function whole_root(argument) {",
        "    const root = Math.floor(Math.sqrt(Math.floor(argument)));",
        "    return argument < 0 ? -1 : root * root > argument ? root - 1 : root;",
        "}",
    ),
    "whole_gcd": (
        "function whole_gcd(a, b) {",
        "    let one = Math.abs(Math.floor(a)), other = Math.abs(Math.floor(b));",
        "    while (other > 0) [one, other] = [other, one % other];",
        "    return one + other;",
        "}",
    ),
    "missing": (
        "function missing(name) {",
        "    throw new TypeError(`${name} has no value`);",
        "}",
    ),
}
JAVASCRIPT = replace(
    C,
    number=_javascript_number,
    words=frozenset(_JAVASCRIPT_FUNCTIONS),
    functions=_JAVASCRIPT_FUNCTIONS,
    fixed_power="Math.pow({a}, {n})",  # -x**2 is an error in JavaScript
    floor=("Math.floor({a}/{b})", "Math.floor(ratio({a}, {b}))"),
    truncated=("Math.trunc({a}/{b})", "Math.trunc(ratio({a}, {b}))"),
    remainder=_any("{a} % {b}"),
    greatest="Math.max",
    least="Math.min",
    chained=False,
    assign="const {name} = {value};",
    open_sum=(
        "let {total} = 0*({first} + {last});",
        "for (let {index} = {first}; {index} <= {last}; {index} += 1) {{",
    ),
    keep="{total} = Math.max({total}, {body});",
)
"""Numbers are doubles, as in C; what has no value becomes NaN and spreads."""

PAGE = replace(
    JAVASCRIPT,
    margin="",
    words=JAVASCRIPT.words | {"p", "c", "steps", "upto"},
    open_sum=(
        "const {spare} = upto({first}, {last});",
        "let {total} = 0*({first} + {spare});",
        "for (let {index} = {first}; {index} <= {spare}; {index} += 1) {{",
    ),
)
"""JavaScript of an HTML page: sums share a number of steps; ``upto`` gives NaN when they run out."""
