"""The functions and operators of the arithmetic that users write, wherever it stands.

docs/expressions.md has this table; a test compares the two.
"""

from __future__ import annotations

import math
import operator
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from sad.algebra.runtime import divisor
from sad.expr.tree import Call, ExpressionError, Name, unbound
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.expr.tree import Expr

DISTRIBUTIONS = frozenset(("normal", "lognormal", "uniform", "beta", "empirical"))
"""What is a distribution where it stands alone (``profiles.distribution_text``); no function."""


class Kind(Enum):
    """How a function goes with units, and what its arguments are."""

    ALIKE = auto()
    """Arguments of one unit, which the result has."""
    PLAIN = auto()
    """Pure numbers."""
    PRODUCT = auto()
    """Any units; that of the result follows."""
    POINTS = auto()
    """A place, and pairs of another place and a value there."""
    SUM = auto()
    """A name, its first and its last value, and a term."""
    TEXTS = auto()
    """Texts; the result is a condition."""
    COMPARISON = auto()
    """Arguments of one unit; the result is a condition."""
    CONDITION = auto()
    """Conditions, as is the result."""


@record
class Function:
    """One function; ``most`` is None if it takes any number of arguments.

    ``number`` is what it does to numbers; ``numpy`` and ``sympy`` are its names there. In
    ``javascript`` arguments stand for ``{}``, all of them for ``*``.
    """

    form: str
    meaning: str
    kind: Kind
    least: int
    most: int | None
    number: Any = None
    numpy: str = ""
    sympy: str = ""
    javascript: str = ""


def _one(form: str, meaning: str, number: Any, sympy: str, kind: Kind = Kind.PLAIN) -> Function:
    """A function of one number that NumPy and JavaScript call by our name."""
    name = form.removesuffix("(x)")
    return Function(form, meaning, kind, 1, 1, number, name, sympy, f"Math.{name}(*)")


def _two(sign: str, kind: Kind, number: Any, numpy: str, sympy: str = "", js: str = "") -> Function:
    """An operator."""
    return Function(
        f"a {sign} b", "", kind, 2, 2, number, numpy, sympy, js or f"({{}} {sign} {{}})"
    )


def _compare(sign: str, number: Any, numpy: str, sympy: str, js: str = "") -> Function:
    text = f"({{}} {js or sign} {{}} ? 1 : 0)"
    return _two(sign, Kind.COMPARISON, number, numpy, sympy, text)


def _floor_quotient(a: Any, b: Any) -> Any:
    return a // b


_FLOOR = "({0} - {1}*Math.floor({0}/{1}))"
OPERATORS: dict[str, Function] = {
    "+": _two("+", Kind.ALIKE, operator.add, "add", "Add"),
    "-": _two("-", Kind.ALIKE, operator.sub, "subtract"),
    "*": _two("*", Kind.PRODUCT, operator.mul, "multiply", "Mul"),
    "/": _two("/", Kind.PRODUCT, None, "divide"),
    "//": _two("//", Kind.PRODUCT, _floor_quotient, "floor_divide", js="Math.floor({}/{})"),
    "%": _two("%", Kind.ALIKE, operator.mod, "mod", js=_FLOOR),
    "**": _two("**", Kind.PRODUCT, None, "power", "Pow", "Math.pow({}, {})"),
    "neg": Function("-a", "", Kind.ALIKE, 1, 1, operator.neg, "negative", "", "(-{})"),
    "==": _compare("==", operator.eq, "equal", "Eq", "==="),
    "!=": _compare("!=", operator.ne, "not_equal", "Ne", "!=="),
    "<": _compare("<", operator.lt, "less", "Lt"),
    "<=": _compare("<=", operator.le, "less_equal", "Le"),
    ">": _compare(">", operator.gt, "greater", "Gt"),
    ">=": _compare(">=", operator.ge, "greater_equal", "Ge"),
    "and": _two("and", Kind.CONDITION, None, "logical_and", "And", "({} && {} ? 1 : 0)"),
    "or": _two("or", Kind.CONDITION, None, "logical_or", "Or", "({} || {} ? 1 : 0)"),
    "not": Function("not c", "", Kind.CONDITION, 1, 1, operator.not_, "logical_not", "Not",
                    "({} ? 0 : 1)"),
    "if": Function("a if c else b", "", Kind.ALIKE, 3, 3, None, "where", "", "({} ? {} : {})"),
    "True": Function("True", "", Kind.CONDITION, 0, 0, lambda: 1, "", "true", "1"),
    "False": Function("False", "", Kind.CONDITION, 0, 0, lambda: 0, "", "false", "0"),
}  # fmt: skip
"""What is written without parentheses, by what trees call it."""
FUNCTIONS: dict[str, Function] = {
    "abs": _one("abs(x)", "x without its sign", abs, "Abs", Kind.ALIKE),
    "ceil": _one("ceil(x)", "the least whole number not below x", math.ceil, "ceiling"),
    "floor": _one("floor(x)", "the greatest whole number not above x", math.floor, "floor"),
    "gcd": Function("gcd(a, b)",
                    "the greatest common divisor of whole numbers; what is none is rounded down",
                    Kind.PLAIN, 2, 2, divisor, javascript="whole_gcd(*)"),
    "log": _one("log(x)", "the natural logarithm", math.log, "log"),
    "log2": _one("log2(x)", "the logarithm to the base 2; in exact counts rounded down",
                 math.log2, ""),
    "max": Function("max(a, b, ...)", "the greatest", Kind.ALIKE, 1, None, max, "maximum", "Max",
                    "Math.max(*)"),
    "min": Function("min(a, b, ...)", "the least", Kind.ALIKE, 1, None, min, "minimum", "Min",
                    "Math.min(*)"),
    "option": Function("option(T, 'N', 'C')",
                       "whether a text of one character is one of these letters, in either case",
                       Kind.TEXTS, 2, None),
    "same_letter": Function("same_letter(S, T)", "whether two characters are one letter, in either "
                            "case", Kind.TEXTS, 2, 2),
    "sqrt": _one("sqrt(x)", "the square root", math.sqrt, "sqrt"),
    "steps": Function("steps(x, x1, y1, x2, y2, ...)",
                      "the y behind the greatest of x1, x2, ... not above x; below all of them y1",
                      Kind.POINTS, 3, None, javascript="steps(*)"),
    "sum": Function("sum(i, first, last, term)", "the term added up for i = first, first + 1, ... up "
                    "to last; 0 if last is less", Kind.SUM, 4, 4),
    "table": Function("table(x, x1: y1, x2: y2, ...)",
                      "the y at x, linear between the points; outside them it has no value",
                      Kind.POINTS, 5, None, javascript="table(*)"),
    "trunc": _one("trunc(x)", "x without its decimals", math.trunc, ""),
}  # fmt: skip
"""By name, which is read in any case."""
ALL = {**OPERATORS, **FUNCTIONS}
TOO_FEW_POINTS = "a table has two points or more: table(n, 500: 1.2, 1000: 1.3)"
NOT_SORTED = "the points of a table are sorted, each place once"


def check_arguments(name: str, number: int) -> None:
    """Raise ``ExpressionError`` if a function does not take so many arguments."""
    function = FUNCTIONS[name]
    if name == "table" and number < function.least:
        raise ExpressionError(TOO_FEW_POINTS)
    fits = function.least <= number and (function.most is None or number <= function.most)
    if not fits or (function.kind is Kind.POINTS and number % 2 == 0):
        raise ExpressionError(f"{name} is {function.form}")


def no_function(name: str, also: Collection[str] = ()) -> ExpressionError:
    """Return the error about a function that there is not; ``also`` are others that there are."""
    if name in DISTRIBUTIONS:
        return ExpressionError(f"a distribution ({name}) is a whole value, not a part of one")
    known = ", ".join(sorted({*FUNCTIONS, *also}))
    return ExpressionError(f"no function {name} (known: {known})")


def names_of(tree: Expr) -> Iterator[str]:
    """Yield the names that need a value, and those of functions that are not built in, in order."""
    for node in unbound(tree):
        if isinstance(node, Name) or (isinstance(node, Call) and node.name not in ALL):
            yield node.name


def is_condition(node: Expr) -> bool:
    """Whether a node is a condition, or may be one."""
    match node:
        case Name():
            return True
        case Call("if", (_, yes, no)):
            return is_condition(yes) and is_condition(no)
        case Call(name):
            kinds = (Kind.COMPARISON, Kind.CONDITION, Kind.TEXTS)
            return name not in ALL or ALL[name].kind in kinds
        case _:
            return False
