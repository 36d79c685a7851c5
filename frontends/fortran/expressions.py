"""Expressions of squeezed text: a precedence-climbing parser over regular-expression tokens.

fparser2 is the referee: `make oracle` compares both on every distinct statement of the real code.

Precedence follows the Fortran standard (ISO 1539 R701-R722); ``.XOR.`` and two adjacent operators
(``A**-B``, ``A*-B``) are accepted as extensions real codes use.
"""

from __future__ import annotations

import re

from frontends.fortran.syntax import (
    Apply,
    Array,
    Boz,
    ByPass,
    Component,
    Implied,
    Infix,
    Keyword,
    Name,
    Node,
    Number,
    Pair,
    Paren,
    Prefix,
    Star,
    String,
    Triplet,
    Truth,
    Unknown,
)
from sad.ir.expr import Type


class ExpressionError(Exception):
    """The text is no expression this parser knows."""


_KIND = r"(?:_[A-Z0-9]\w*)?"
_EXPONENT = r"(?:[EDQ][+-]?\d+)?"
_TOKEN = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"
    |\d+\.(?![A-Z]{2,}\.)\d*"""
    + _EXPONENT
    + _KIND
    + r"""|\.\d+"""
    + _EXPONENT
    + _KIND
    + r"""|\d+[EDQ][+-]?\d+"""
    + _KIND
    + r"""(?![A-Z0-9_])|\d+"""
    + _KIND
    + r"""|\.[A-Z]+\.|[A-Z_][A-Z0-9_$]*|\*\*|//|[=<>/]=|\(/(?![)=/])|/\)|[-+*/(),:=<>%&$@\[\]]""",
    re.VERBOSE,
)
_BINDING = {
    ".EQV.": 1, ".NEQV.": 1, ".XOR.": 1, ".OR.": 2, ".AND.": 3,
    ".EQ.": 5, ".NE.": 5, ".LT.": 5, ".LE.": 5, ".GT.": 5, ".GE.": 5,
    "==": 5, "/=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5,
    "//": 6, "+": 7, "-": 7, "*": 8, "/": 8, "**": 9,
}  # fmt: skip
NORMAL_OPERATOR = {
    ".EQ.": "==", ".NE.": "/=", ".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">=",
    ".XOR.": ".NEQV.",
}  # fmt: skip
_NOT_BINDING, _SIGN_BINDING, _POWER_BINDING = 4, 7, 9
_DEFINED_BINDING = 0.5  # operators of a program with two operands bind least, with one most
_BOZ_LETTERS = "ZBOX"
_OPENING = frozenset(("(", "[", "(/"))
_CLOSING = frozenset((")", "]", "/)"))


def unquote(token: str) -> str:
    """Return the characters of a quoted string."""
    quote = token[0]
    return token[1:-1].replace(quote * 2, quote)


def _is_defined(token: str) -> bool:
    """Whether a token is an operator that a program defines."""
    return token[:1] == "." and token[1:2].isalpha()


class Parser:
    """Parses tokens left to right; ``token`` is the next one, empty at the end."""

    __slots__ = ("_index", "_tokens", "token")

    def __init__(self, text: str) -> None:
        tokens: list[str] = _TOKEN.findall(text)
        if sum(map(len, tokens)) != len(text):
            start = 0
            while match := _TOKEN.match(text, start):
                start = match.end()
            raise ExpressionError(f"unexpected {text[start : start + 10]!r}")
        tokens.append("")
        tokens.append("")
        self._tokens = tokens
        self._index = 0
        self.token = tokens[0]

    def take(self) -> str:
        """Return the next token and move on."""
        token = self.token
        self._index += 1
        self.token = self._tokens[self._index]
        return token

    def accept(self, token: str) -> bool:
        """Move past ``token`` if it comes next; tell whether it did."""
        if self.token != token:
            return False
        self.take()
        return True

    def expect(self, token: str) -> None:
        """Move past ``token``, which must come next."""
        if self.token != token:
            raise ExpressionError(f"{token!r} expected, found {self.token or 'the end'!r}")
        self.take()

    def end(self) -> None:
        """Check that nothing is left."""
        if self.token:
            raise ExpressionError(f"unexpected {self.token!r}")

    def expression(self, binding: float = 0) -> Node:
        """Parse operators that bind tighter than ``binding``."""
        left = self.primary()
        while True:
            operator = self.token
            strength = _BINDING.get(operator, 0)
            if operator[:1] == "." and not strength and _is_defined(operator):
                strength = _DEFINED_BINDING
            if strength <= binding:
                return left
            self.take()
            right = self._exponent() if operator == "**" else self.expression(strength)
            left = Infix(NORMAL_OPERATOR.get(operator, operator), left, right)

    def target(self) -> Node:
        """Parse what may stand left of ``=`` in an assignment."""
        if not self.token[:1].isalpha():
            raise ExpressionError(f"a name expected, found {self.token or 'the end'!r}")
        return self._named()

    def _exponent(self) -> Node:
        if self.token in ("-", "+"):
            return Prefix(self.take(), self.expression(_POWER_BINDING - 1))
        return self.expression(_POWER_BINDING - 1)

    def primary(self) -> Node:
        """Parse one operand, with its sign if it has one."""
        token = self.token
        first = token[:1]
        if first.isalpha() or first == "_":
            return self._named()
        if first.isdigit() or (first == "." and token[1:2].isdigit()):
            return Number(self.take())
        if first in ("'", '"') and first:
            return self._string()
        if token == "(":
            return self._postfix(self._parenthesis())
        if token in ("-", "+"):
            return Prefix(self.take(), self.expression(_SIGN_BINDING))
        if token == ".NOT.":
            return Prefix(self.take(), self.expression(_NOT_BINDING))
        if token in (".TRUE.", ".T.", ".FALSE.", ".F."):
            return Truth(self.take()[1] == "T")
        if token in ("(/", "["):
            return self._array()
        if token == "%":
            return self._by_pass()
        if _is_defined(token):
            return Prefix(self.take(), self.expression(_BINDING["**"]))
        raise ExpressionError(f"unexpected {token!r}" if token else "it ends too early")

    def _by_pass(self) -> ByPass:
        self.take()
        how = self.take()
        self.expect("(")
        operand = self.expression()
        self.expect(")")
        return ByPass(how, operand)

    def _named(self) -> Node:
        name = self.take()
        if self.token[:1] in ("'", '"') and self.token:
            if name in _BOZ_LETTERS:
                return Boz(name.replace("X", "Z") + self.take())
            if name.endswith("_"):  # the kind of a string
                return self._string()
        if self.token in ("(", "%", "["):
            return self._postfix(Name(name))
        return Name(name)

    def _string(self) -> Node:
        token = self.take()
        if self.token and self.token in _BOZ_LETTERS:
            return Boz(self.take().replace("X", "Z") + token)
        return self._postfix(String(unquote(token)))

    def _postfix(self, node: Node) -> Node:
        while True:
            if self.token == "(" and not isinstance(node, Paren | Pair | Implied):
                self.take()
                node = Apply(node, self.arguments())
            elif self.token == "%" and not isinstance(node, Paren | Pair | Implied | String):
                self.take()
                node = Component(node, self.take())
            elif self.token == "[" and isinstance(node, Name | Apply | Component):
                self._array()
                node = Unknown("a coarray of another image", Type.REAL)
            else:
                return node

    def _parenthesis(self) -> Node:
        self.take()
        items = [self.expression()]
        while self.token == ",":
            self.take()
            if self.token[:1].isalpha() and self._tokens[self._index + 1] == "=":
                return self._implied(tuple(items))
            items.append(self.expression())
        self.expect(")")
        if len(items) == 1:
            return Paren(items[0])
        if len(items) == 2:
            return Pair(items[0], items[1])
        raise ExpressionError("a list in parentheses")

    def _implied(self, items: tuple[Node, ...]) -> Implied:
        variable = self.take()
        self.take()
        first = self.expression()
        self.expect(",")
        last = self.expression()
        step = None
        if self.token == ",":
            self.take()
            step = self.expression()
        self.expect(")")
        return Implied(items, variable, first, last, step)

    def _array(self) -> Node:
        close = "/)" if self.take() == "(/" else "]"
        kind = self._type_before()
        if kind is not None and self.accept(close):
            return Array(())
        items = [self.expression()]
        while self.token == ",":
            self.take()
            items.append(self.expression())
        self.expect(close)
        made = tuple(map(_as_integer, items)) if kind == "INTEGER" else tuple(items)
        return Array(made)

    def _type_before(self) -> str | None:
        """Move past ``TYPE ::`` in a constructor; return the type's first word, None without one."""
        if not self.token[:1].isalpha():
            return None
        depth = 0
        for at in range(self._index, len(self._tokens) - 1):
            token = self._tokens[at]
            depth += (token in _OPENING) - (token in _CLOSING)
            if depth < 0 or (depth == 0 and token == ","):
                return None
            if depth == 0 and token == self._tokens[at + 1] == ":":
                word, self._index = self.token, at + 2
                self.token = self._tokens[self._index]
                return word
        return None

    def arguments(self) -> tuple[Node, ...]:
        """Parse an argument or subscript list up to and including its ``)``."""
        items: list[Node] = []
        if self.token == ")":
            self.take()
            return ()
        while True:
            items.append(self._argument())
            separator = self.take()
            if separator == ")":
                return tuple(items)
            if separator != ",":
                raise ExpressionError(f"',' or ')' expected, found {separator or 'the end'!r}")

    def _argument(self) -> Node:
        token = self.token
        if token == ":":
            return self._triplet(None)
        if token in ("*", "&", "$"):
            self.take()
            return Star(self.take() if self.token.isdecimal() else None)
        if self._tokens[self._index + 1] == "=" and token[:1].isalpha():
            name = self.take()
            self.take()
            return Keyword(name, self._argument())
        node = self.expression()
        return self._triplet(node) if self.token == ":" else node

    def _triplet(self, first: Node | None) -> Triplet:
        self.take()
        last = step = None
        if self.token not in (",", ")", ":"):
            last = self.expression()
        if self.token == ":":
            self.take()
            step = self.expression()
        return Triplet(first, last, step)


def parse_expression(text: str) -> Node:
    """Parse all of ``text`` as one expression; raise ``ExpressionError`` if it is none."""
    parser = Parser(text)
    node = parser.expression()
    parser.end()
    return node


def parse_list(text: str) -> tuple[Node, ...]:
    """Parse a comma-separated list of expressions."""
    parser = Parser(text)
    items = [parser.expression()]
    while parser.token == ",":
        parser.take()
        items.append(parser.expression())
    parser.end()
    return tuple(items)


def _as_integer(item: Node) -> Node:
    """An item of a constructor of integers."""
    match item:
        case Number():
            return item
        case Implied(items, variable, first, last, step):
            return Implied(tuple(map(_as_integer, items)), variable, first, last, step)
        case _:
            return Apply(Name("INT"), (item,))
