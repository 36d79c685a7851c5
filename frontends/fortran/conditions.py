"""Integer expressions of ``#if`` lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.ir.fold import truncated_quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(?:(\d[\w.]*)|([A-Za-z_]\w*)|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>!~&|^()?:]))"
)
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_BINDING: dict[str, int] = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip


class ConditionError(Exception):
    """The condition is not an integer expression."""


def evaluate(text: str, macros: Mapping[str, object], expand: Callable[[str], str]) -> int:
    """Return the value of a ``#if`` expression; names that are no macro count as 0.

    Raises ``ConditionError`` if it cannot be read.
    """
    known = _DEFINED.sub(lambda match: str(int((match[1] or match[2]) in macros)), text)
    parser = _Parser(expand(known))
    value = parser.expression(0)
    if parser.token:
        raise ConditionError(f"unexpected {parser.token!r}")
    return value


class _Parser:
    """Precedence climbing over the tokens of one condition."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self.token = ""
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._position)
        if match:
            self.token, self._position = match[0].strip(), match.end()
        elif self._text[self._position :].strip():
            raise ConditionError(f"unexpected {self._text[self._position :].strip()[:10]!r}")
        else:
            self.token = ""

    def expression(self, binding: int) -> int:
        left = self._primary()
        while _BINDING.get(self.token, 0) > binding:
            operator = self.token
            self._advance()
            left = _apply(operator, left, self.expression(_BINDING[operator]))
        if self.token == "?" and binding == 0:
            self._advance()
            first = self.expression(0)
            self._expect(":")
            second = self.expression(0)
            return first if left else second
        return left

    def _primary(self) -> int:
        token = self.token
        if not token:
            raise ConditionError("it ends too early")
        self._advance()
        if token in "!~-+":
            value = self._primary()
            return {"!": int(not value), "~": ~value, "-": -value, "+": value}[token]
        if token == "(":
            value = self.expression(0)
            self._expect(")")
            return value
        if token[0].isdigit():
            try:
                return int(token.rstrip("uUlL"), 0) if token != "0" else 0
            except ValueError:
                raise ConditionError(f"no integer: {token}") from None
        if token[0].isalpha() or token[0] == "_":
            return 0
        raise ConditionError(f"unexpected {token!r}")

    def _expect(self, token: str) -> None:
        if self.token != token:
            raise ConditionError(f"{token!r} is missing")
        self._advance()


def _apply(operator: str, left: int, right: int) -> int:
    if operator in "/%" and right == 0:
        raise ConditionError("division by zero")
    table: dict[str, Callable[[int, int], int]] = {
        "||": lambda a, b: int(bool(a) or bool(b)),
        "&&": lambda a, b: int(bool(a) and bool(b)),
        "|": lambda a, b: a | b,
        "^": lambda a, b: a ^ b,
        "&": lambda a, b: a & b,
        "==": lambda a, b: int(a == b),
        "!=": lambda a, b: int(a != b),
        "<": lambda a, b: int(a < b),
        "<=": lambda a, b: int(a <= b),
        ">": lambda a, b: int(a > b),
        ">=": lambda a, b: int(a >= b),
        "<<": lambda a, b: a << b,
        ">>": lambda a, b: a >> b,
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": truncated_quotient,
        "%": lambda a, b: a - b * truncated_quotient(a, b),
    }
    return table[operator](left, right)
