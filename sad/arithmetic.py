"""Reading arithmetic that users write, whatever its values are: numbers, trees, ...

Signs bind weaker than ``**`` and stronger than all others; ``**`` goes from right to left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import re

_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}
_UNARY = 3
Value = TypeVar("Value")


class Reader(ABC, Generic[Value]):
    """Reads one text; ``pattern`` is what tokens look like, blanks before them included.

    Numbers start with a digit or a point, names with a letter, ``_`` or ``$``. What is wrong with the
    text is raised as ``error`` makes it.
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text = text
        self._pattern = pattern
        self._position = 0
        self.token = ""
        self.take()

    @abstractmethod
    def error(self, message: str) -> Exception:
        """Return what to raise for a text that cannot be read."""

    @abstractmethod
    def number(self, token: str) -> Value:
        """Return a literal."""

    @abstractmethod
    def name(self, token: str) -> Value:
        """Return what a name stands for."""

    @abstractmethod
    def negative(self, operand: Value) -> Value:
        """Return ``-operand``."""

    @abstractmethod
    def call(self, name: str) -> Value:
        """Return a call; the next token is its parenthesis, which ``arguments`` reads."""

    @abstractmethod
    def apply(self, operator: str, left: Value, right: Value) -> Value:
        """Return an operator's result on two operands."""

    def whole(self) -> Value:
        """Return the value of the whole text."""
        value = self.expression(0)
        if self.token:
            raise self.error(f"unexpected {self.token!r}")
        return value

    def take(self) -> str:
        """Return the token and go on to the next, "" at the end."""
        taken = self.token
        match = self._pattern.match(self._text, self._position)
        rest = self._text[self._position :].strip()
        if match:
            self.token, self._position = match[0].strip(), match.end()
        elif rest:
            raise self.error(f"unexpected {rest[:10]!r}")
        else:
            self.token = ""
        return taken

    def expect(self, token: str) -> None:
        """Go past a token that must be here."""
        if self.token != token:
            raise self.error(f"{token!r} is missing")
        self.take()

    def expression(self, binding: int) -> Value:
        """Return the value up to the next operator that binds no stronger than ``binding``."""
        left = self._primary()
        while _BINDING.get(self.token, 0) > binding:
            operator = self.take()
            # ** is right-associative
            strength = _BINDING[operator] - 1 if operator == "**" else _BINDING[operator]
            left = self.apply(operator, left, self.expression(strength))
        return left

    def arguments(self) -> list[Value]:
        """Return one or more arguments with the parentheses around them."""
        self.take()
        found = [self.expression(0)]
        while self.token == ",":
            self.take()
            found.append(self.expression(0))
        self.expect(")")
        return found

    def _primary(self) -> Value:
        token = self.take()
        if not token:
            raise self.error("it ends too early" if self._text.strip() else "it is empty")
        if token in "+-":
            operand = self.expression(_UNARY)
            return operand if token == "+" else self.negative(operand)
        if token == "(":
            inside = self.expression(0)
            self.expect(")")
            return inside
        if token[0].isdigit() or token[0] == ".":
            return self.number(token)
        if token[0].isalpha() or token[0] in "_$":
            return self.call(token) if self.token == "(" else self.name(token)
        raise self.error(f"unexpected {token!r}")
