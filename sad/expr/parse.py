"""Texts to trees: numbers, names, ``+ - * / // % **``, functions, conditions, ``a if c else b``.

The grammar is Python's where the two have the same forms. Names may have points and ``@``, as those of
parameters have (``SUB.trips@5``), and ``table`` has pairs with colons, so Python's own parser cannot
read it (docs/decisions/0032-one-arithmetic.md).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.expr.functions import (
    ALL,
    DISTRIBUTIONS,
    FUNCTIONS,
    OPERATORS,
    Kind,
    check_arguments,
    is_condition,
    no_function,
)
from sad.expr.tree import Call, ExpressionError, Name, Number, Text, free_names, unbound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sad.expr.tree import Expr

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<text>'[^']*'|\"[^\"]*\")"
    r"|(?P<name>[A-Za-z_$][\w$]*(?:[.@][\w$]+)*)"
    r"|\*\*|//|[=!<>]=|[-+*/%(),:<>=])"
)
_KEYWORDS = frozenset(("if", "else", "and", "or", "not"))
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}
_UNARY = 3
"""Signs bind weaker than ``**`` and stronger than all others; ``**`` goes from right to left."""
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
_DEEPEST = 100
_LARGEST_WHOLE = 2.0**63


@lru_cache(maxsize=2048)
def parse(text: str, *, elements: bool = False) -> Expr:
    """Return the tree of ``text``; raise ``ExpressionError`` if it is no expression.

    With ``elements`` what looks like a call of an unknown function with whole numbers is the name of
    an element: ``L(2)``.
    """
    try:
        return _Parser(text, elements=elements).whole()
    except RecursionError:
        raise ExpressionError("nested too deeply") from None


def check(tree: Expr, calls: Collection[str] = ()) -> None:
    """Raise ``ExpressionError`` for what has a value nowhere: an unknown function, a text by itself.

    ``calls`` are functions that there are besides those that all expressions have.
    """
    for node in unbound(tree):
        if isinstance(node, Text) or (isinstance(node, Call) and node.name in (":", "=")):
            raise ExpressionError(f"{node.text} is no number")
        if isinstance(node, Call) and node.name not in ALL and node.name not in calls:
            raise no_function(node.name, calls)


def rename(text: str, name: Callable[[str], str]) -> str:
    """Return a text with its names replaced; one that is no expression stays as it is."""
    try:
        found = list(free_names(parse(text, elements=True)))
    except ExpressionError:
        return text
    for node in sorted(found, key=lambda node: -node.at):
        text = text[: node.at] + name(node.name) + text[node.at + len(node.text) :]
    return text


def names_in(text: str) -> list[str]:
    """Return the names in a text that need a value; none if it is no expression."""
    try:
        return [node.name for node in free_names(parse(text, elements=True))]
    except ExpressionError:
        return []


def as_factor(text: str) -> str:
    """Return a text as it may stand in a product: in parentheses unless it is a call."""
    try:
        tree = parse(text, elements=True)
    except ExpressionError:
        tree = None
    is_call = isinstance(tree, Call) and tree.name not in OPERATORS
    return text if is_call else f"({text})"


class _Parser:
    def __init__(self, text: str, *, elements: bool) -> None:
        self._text = text
        self._elements = elements
        self._tokens: list[tuple[str, int, str]] = []
        """Each with its place and its group in the pattern."""
        place = 0
        while match := _TOKEN.match(text, place):
            token = match[0].lstrip()
            self._tokens.append((token, match.end() - len(token), match.lastgroup or ""))
            place = match.end()
        self._rest = text[place:].strip()
        self._next = 0
        self._depth = 0

    @property
    def _token(self) -> str:
        """The next token, "" at the end."""
        if self._next < len(self._tokens):
            return self._tokens[self._next][0]
        if self._rest:
            raise ExpressionError(f"unexpected {self._rest[:10]!r}")
        return ""

    @property
    def _start(self) -> int:
        """Where the next token stands."""
        has_one = self._next < len(self._tokens)
        return self._tokens[self._next][1] if has_one else len(self._text)

    def _call(self, start: int, name: str, *arguments: Expr) -> Call:
        """A call written from a place to the last token taken."""
        if name == "mod" and len(arguments) == 2:  # as Fortran writes a % b
            name = "%"
        return Call(name, arguments, *self._since(start))

    def _since(self, start: int) -> tuple[str, int]:
        token, place, _ = self._tokens[self._next - 1]
        return self._text[start : place + len(token)], start

    def _take(self, token: str = "") -> str:
        """Go past a token, which must be ``token`` if that is said."""
        found = self._token
        if token and found != token:
            raise ExpressionError(f"{token!r} is missing")
        self._next += 1
        return found

    def whole(self) -> Expr:
        tree = self._expression()
        if self._token:
            raise ExpressionError(f"unexpected {self._token!r}")
        return tree

    def _expression(self) -> Expr:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ExpressionError("nested too deeply")
        start = self._start
        found = self._joined("or")
        if self._is_next("if"):
            test = _condition(self._joined("or"))
            self._take("else")
            found = self._call(start, "if", test, found, self._expression())
        self._depth -= 1
        return found

    def _joined(self, operator: str) -> Expr:
        start = self._start
        part = self._negated if operator == "and" else lambda: self._joined("and")
        found = part()
        while self._is_next(operator):
            found = self._call(start, operator, _condition(found), _condition(part()))
        return found

    def _negated(self) -> Expr:
        start, negations = self._start, 0
        while self._is_next("not"):
            negations += 1
        found = self._compared()
        for _ in range(negations):
            found = self._call(start, "not", _condition(found))
        return found

    def _compared(self) -> Expr:
        """``a < b <= c`` is ``a < b and b <= c``."""
        start = first = self._start
        left, found = self._arithmetic(0), None
        while self._token in _COMPARISONS:
            operator, second = self._take(), self._start
            right = self._arithmetic(0)
            one = self._call(first, operator, left, right)
            found = one if found is None else self._call(start, "and", found, one)
            left, first = right, second
        return left if found is None else found

    def _arithmetic(self, binding: int) -> Expr:
        """What is up to the next operator that binds no stronger than ``binding``."""
        start = self._start
        left = self._primary()
        while (strength := _BINDING.get(self._token, 0)) > binding:
            operator = self._take()
            right = self._arithmetic(strength - 1 if operator == "**" else strength)
            left = self._call(start, operator, left, right)
        return left

    def _primary(self) -> Expr:
        start, token = self._start, self._token
        if not token or token in _KEYWORDS:
            message = "it ends too early" if self._text.strip() else "it is empty"
            raise ExpressionError(f"unexpected {token!r}" if token else message)
        kind = self._tokens[self._next][2]
        self._take()
        match kind:
            case "number":
                return Number(number_of(token), token, start)
            case "text":
                return Text(token[1:-1], token, start)
            case "name" if token in ("True", "False"):
                return self._call(start, token)
            case "name":
                return self._function(token) if self._token == "(" else Name(token, token, start)
            case _ if token in "+-":
                self._depth += 1
                if self._depth > _DEEPEST:
                    raise ExpressionError("nested too deeply")
                operand = self._arithmetic(_UNARY)
                self._depth -= 1
                return operand if token == "+" else self._call(start, "neg", operand)
            case _ if token == "(":
                inside = self._expression()
                self._take(")")
                return inside
            case _:
                raise ExpressionError(f"unexpected {token!r}")

    def _function(self, written: str) -> Expr:
        start = self._tokens[self._next - 1][1]
        known = written.lower() in FUNCTIONS or written.lower() in DISTRIBUTIONS
        name = written.lower() if known else written
        self._take("(")
        has_points = name in FUNCTIONS and FUNCTIONS[name].kind is Kind.POINTS
        arguments = self._points(name) if has_points else [self._argument(name)]
        while self._is_next(","):
            arguments.append(self._argument(name))
        self._take(")")
        if self._elements and not known and all(map(_is_subscript, arguments)):
            element = f"{written}({','.join(item.text.replace(' ', '') for item in arguments)})"
            return Name(element, *self._since(start))
        if name in FUNCTIONS:
            check_arguments(name, len(arguments))
        if name == "sum":
            index, first = arguments[:2]
            if not isinstance(index, Name) or index.name in {x.name for x in free_names(first)}:
                raise ExpressionError(f"sum is {FUNCTIONS[name].form}, the i a new name")
        return self._call(start, name, *arguments)

    def _points(self, name: str) -> list[Expr]:
        """A place and pairs: those of ``table`` have colons, those of ``steps`` may have."""
        found = [self._expression()]
        while self._is_next(","):
            found.append(self._expression())
            if name == "table":
                self._take(":")
                found.append(self._expression())
            elif self._is_next(":"):
                found.append(self._expression())
        return found

    def _is_next(self, token: str) -> bool:
        """Whether a token is the next one; then it is taken."""
        found = self._token == token
        self._next += found
        return found

    def _argument(self, function: str) -> Expr:
        start = self._start
        found = self._expression()
        if function not in DISTRIBUTIONS:
            return found
        for mark in ("=", ":"):
            if self._is_next(mark):
                return self._call(start, mark, found, self._expression())
        return found


def number_of(token: str) -> int | float:
    """Return the value of a literal; raise ``ExpressionError`` if it is too large."""
    if float(token) == float("inf"):
        raise ExpressionError(f"{token} is too large")
    if token.isdecimal():
        return int(token)
    value = float(token)
    if "e" in token.lower() and value.is_integer() and abs(value) < _LARGEST_WHOLE:
        return int(value)
    return value


def _is_subscript(node: Expr) -> bool:
    """Whether an argument is a whole number, as subscripts in names of elements are."""
    if isinstance(node, Call) and node.name == "neg":
        return _is_subscript(node.arguments[0])
    return isinstance(node, Number) and isinstance(node.value, int)


def _condition(node: Expr) -> Expr:
    """The same, if it may be a condition."""
    if is_condition(node):
        return node
    raise ExpressionError(f"{node.text} is no condition", "compare it, for instance N > 0")
