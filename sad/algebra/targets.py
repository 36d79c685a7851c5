"""The languages that formulas are written in: one table of templates for each.

``emit`` fills the templates. Operands come as names, numbers or in parentheses, unless said otherwise.

Over 400 lines: the functions that a language lacks stand beside its templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.walk_sources import C_WALK, JAVASCRIPT_WALK
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Division = tuple[str, str]
"""The templates for a constant divisor above 0, and for any other."""
_LARGEST_WHOLE = 2**53


@record
class Walk:
    """How to go through activations: a ``{walk}`` of them from ``{first}`` on, each a ``{state}``.

    ``of`` is for those of one function, ``input`` names an input; ``gives`` adds what one gives.
    ``watch`` stands before a loop around a call; ``test`` opens what is done where ``{weight}`` is not
    0, ``starts`` lets it start ``{other}``. ``begin`` and ``{width}`` are for a first line.
    """

    begin: str
    loop: str
    of: str
    input: str
    gives: str
    watch: str
    test: str
    starts: str
    close: str
    listed: str = "({items},)"


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
    {spare} {body}``; ``spare`` is a name for the loop's own use. ``start`` stands before ``loop``;
    ``add`` makes a sum of the bodies, ``keep`` their greatest. What members of a family get is kept in
    a ``{table}``: ``watch`` stands before a loop that fills it; if ``by_point``, it is filled by a
    function for each point, with the functions ``spread`` and ``busiest`` of ``array_runtime``.
    Activations are gone through by the lines of ``walk``.
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
    inverse: str
    greatest: str
    least: str
    piece: str
    assign: str
    start: str
    loop: str
    add: str
    keep: str
    open_table: str
    watch: str
    fill: tuple[str, ...]
    close_table: str
    walk: Walk
    before: tuple[str, ...] = ()
    in_sum: tuple[str, ...] = ()
    close_sum: tuple[str, ...] = ()
    safe_piece: str = ""
    guard: str = "{guard} >= 0"
    conjunction: str = " and "
    chained: bool = False
    by_point: bool = False
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


_WALKS = "walk_from walk_on walk_gives walk_starts walk_total"
_WALK = Walk(
    begin="{walk} = walk_from({first})",
    loop="for {state} in walk_on({walk}):",
    of="if {state}[0] == {number}:",
    input="{name} = {state}[{place}]",
    gives="walk_gives({walk}, {state}, {value})",
    watch="walk_gives({walk}, {state}, 0*({first} + {last}))",
    test="if {weight} != 0:",
    starts="walk_starts({walk}, {state}, {weight}, {other})",
    close="{total} = walk_total({walk})",
)
_EXACT = _names(
    "quotient truncated remainder power logarithm root divisor inverse steps counted busiest "
    + _WALKS
)
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
    inverse="inverse({a})",
    greatest="max",
    least="min",
    piece="({value} if {tests} else 0)",
    assign="{name} = {value}",
    start="{total} = 0",
    loop="for {index} in steps({first}, {last}):",
    add="{total} += {body}",
    keep="{total} = max({total}, {body})",
    open_table="{table} = {{}}",
    watch="counted({table}, {first}, {last})",
    fill=("{table}[{member}] = {table}.get({member}, 0) + {amount}",),
    close_table="{total} = busiest({table})",
    walk=_WALK,
)
"""Exact arithmetic with the functions of ``runtime``."""

_CAREFUL = _names(
    "quotient truncated remainder power logarithm root divisor inverse floored greatest least piece "
    "begun steps counted busiest " + _WALKS
)
CAREFUL = replace(
    PYTHON,
    words=frozenset(_CAREFUL),
    functions=_CAREFUL,
    floor=_any("floored({a}, {b})"),
    greatest="greatest",
    least="least",
    piece="piece({value}, {guards})",
    start="{total} = begun({first}, {last})",
    keep="{total} = greatest({total}, {body})",
    walk=replace(_WALK, watch="walk_gives({walk}, {state}, begun({first}, {last}))"),
)
"""Python whose every operation may meet ``runtime.Undefined``."""

_ARRAYS = _names(
    f"ratio remainder power logarithm root divisor piece steps spread busiest at_points {_WALKS}"
)
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
    inverse="ratio(1.0, {a})",
    greatest="np.maximum",
    least="np.minimum",
    chained=True,
    piece="piece({value}, {guards})",
    safe_piece="np.where({tests}, {value}, 0.0)",
    guard="({guard} >= 0.0)",
    conjunction=" & ",
    assign="{name} = {value}",
    # All points take the steps of the longest range; the total is no number if a bound is none.
    start="{total} = 0.0*({first} + {last})",
    loop="for {spare} in steps({first}, {last}):",
    in_sum=("{index} = {first} + {spare}",),
    add="{total} = {total} + np.where({index} <= {last}, {body}, 0.0)",
    keep="{total} = np.maximum({total}, np.where({index} <= {last}, {body}, 0.0))",
    by_point=True,
    walk=replace(
        _WALK,
        begin="{walk} = walk_from(tuple(map(float, {first})))",
        input="{name} = np.float64({state}[{place}])",
        gives="walk_gives({walk}, {state}, float({value}))",
        starts="walk_starts({walk}, {state}, float({weight}), tuple(map(float, {other})))",
    ),
    open_table="{index} = np.arange({first}, {last} + 1.0)",
    watch="{indices} = spread({first}, {last}, {most}, {outer})",
    fill=("return {member}, {amount}, ({indices},)",),
    close_table="{total} = busiest({table})",
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
    "tally_add": (
        "#include <stdlib.h>",
        "",
        "// What each member has: cells are member, amount, and 1 where there is one.",
        "typedef struct { double *cells; size_t size, used; double lost; } Tally;",
        "",
        "static double *tally_cell(Tally *t, double member) {",
        "    union { double value; unsigned long long bits; } key = {member + 0.0};",
        "    size_t at = (size_t)((key.bits*0x9E3779B97F4A7C15ULL) >> 20) & (t->size - 1);",
        "    while (t->cells[3*at + 2] != 0.0 && t->cells[3*at] != member)",
        "        at = (at + 1) & (t->size - 1);",
        "    return t->cells + 3*at;",
        "}",
        "",
        "static void tally_add(Tally *t, double member, double amount) {",
        "    if (isnan(member) || isnan(amount))",
        "        t->lost = NAN;",
        "    if (isnan(t->lost))",
        "        return;",
        "    if (2*t->used >= t->size) {",
        "        Tally more = {NULL, t->size ? 2*t->size : 64, t->used, 0.0};",
        "        more.cells = calloc(3*more.size, sizeof(double));",
        "        if (more.cells == NULL) {",
        "            t->lost = NAN;",
        "            return;",
        "        }",
        "        for (size_t at = 0; at < t->size; at++) {",
        "            double *from = t->cells + 3*at, *to;",
        "            if (from[2] == 0.0)",
        "                continue;",
        "            to = tally_cell(&more, from[0]);",
        "            to[0] = from[0];",
        "            to[1] = from[1];",
        "            to[2] = 1.0;",
        "        }",
        "        free(t->cells);",
        "        *t = more;",
        "    }",
        "    double *cell = tally_cell(t, member);",
        "    t->used += cell[2] == 0.0;",
        "    cell[0] = member;",
        "    cell[1] += amount;",
        "    cell[2] = 1.0;",
        "}",
    ),
    **C_WALK,
    "tally_top": (
        "static double tally_top(Tally *t) {",
        "    double most = 0.0, lost = t->lost;",
        "    for (size_t at = 0; at < t->size; at++)",
        "        if (t->cells[3*at + 1] > most)",
        "            most = t->cells[3*at + 1];",
        "    free(t->cells);",
        "    return isnan(lost) ? lost : most;",
        "}",
    ),
}
_C_WORDS = (
    "p floor trunc fmod pow sqrt fabs isnan isinf Tally tally_cell calloc free "
    "Walk Edge walk_room walk_slot walk_place walk_state realloc memcpy memset"
)
C = Target(
    lazy=True,
    number=_float,
    words=frozenset([*_C_FUNCTIONS, *_C_WORDS.split()]),
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
    inverse="ratio(1.0, {a})",
    greatest="greater",
    least="lesser",
    chained=True,
    piece="piece({value}, {least})",
    assign="const double {name} = {value};",
    start="double {total} = 0.0*({first} + {last});",  # a bound without a value gives none
    loop="for (double {index} = {first}; {index} <= {last}; {index} += 1.0) {{",
    add="{total} += {body};",
    keep="{total} = greater({total}, {body});",
    open_table="Tally {table} = {{0}};",
    watch="tally_add(&{table}, 0.0, 0.0*({first} + {last}));",
    fill=("tally_add(&{table}, {member}, {amount});",),
    close_table="const double {total} = tally_top(&{table});",
    walk=Walk(
        begin="Walk {walk} = walk_from({width}, (const double[]){first});",
        loop="while (walk_on(&{walk})) {{",
        of="if (walk_state(&{walk}, 0) == {number}) {{",
        input="const double {name} = walk_state(&{walk}, {place});",
        gives="walk_gives(&{walk}, {value});",
        watch="walk_gives(&{walk}, 0.0*({first} + {last}));",
        test="if ({weight} != 0.0) {{",
        starts="walk_starts(&{walk}, {weight}, (const double[]){other});",
        close="const double {total} = walk_total(&{walk});",
        listed="{{{items}}}",
    ),
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
    "tally_add": (
        "function tally_add(table, member, amount) {",
        "    const key = Number.isNaN(amount) ? NaN : member;",
        "    table.set(key, (table.get(key) ?? 0) + amount);",
        "}",
    ),
    "tally_top": (
        "function tally_top(table) {",
        "    if (table.has(NaN)) return NaN;",
        "    let most = 0;",
        "    for (const amount of table.values()) most = Math.max(most, amount);",
        "    return most;",
        "}",
    ),
    **JAVASCRIPT_WALK,
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
    start="let {total} = 0*({first} + {last});",
    loop="for (let {index} = {first}; {index} <= {last}; {index} += 1) {{",
    keep="{total} = Math.max({total}, {body});",
    open_table="const {table} = new Map();",
    watch="tally_add({table}, 0, 0*({first} + {last}));",
    fill=("tally_add({table}, {member}, {amount});",),
    close_table="const {total} = tally_top({table});",
    walk=Walk(
        begin="const {walk} = walk_from({first});",
        loop="for (const {state} of walk_on({walk})) {{",
        of="if ({state}[0] === {number}) {{",
        input="const {name} = {state}[{place}];",
        gives="walk_gives({walk}, {state}, {value});",
        watch="walk_gives({walk}, {state}, 0*({first} + {last}));",
        test="if ({weight} !== 0) {{",
        starts="walk_starts({walk}, {state}, {weight}, {other});",
        close="const {total} = walk_total({walk}, {first});",
        listed="[{items}]",
    ),
)
"""Numbers are doubles, as in C; what has no value becomes NaN and spreads."""

PAGE = replace(
    JAVASCRIPT,
    margin="",
    words=JAVASCRIPT.words | {"p", "c", "steps", "upto"},
    before=("const {spare} = upto({first}, {last});",),
    start="let {total} = 0*({first} + {spare});",
    watch="tally_add({table}, 0, 0*({first} + {spare}));",
    loop="for (let {index} = {first}; {index} <= {spare}; {index} += 1) {{",
)
"""JavaScript of an HTML page: sums share a number of steps; ``upto`` gives NaN when they run out."""
