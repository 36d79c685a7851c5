"""Integer expressions of ``#if`` (ISO C 6.10.1): 64 bits, signed or unsigned."""

from __future__ import annotations

import re

from sad.ir.fold import truncated_quotient

_TOKEN = re.compile(
    r"\s*(?:(0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*)([uUlLzZ]*)(?![\w.])"
    r"|([A-Za-z_$][\w$]*)|(?:[LuU]|u8)?'((?:[^'\\]|\\.)+)'"
    r"|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>!~&|^()?:,]))"
)
_BINDING: dict[str, int] = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11}
_TWO_64 = 1 << 64
Value = tuple[int, bool]
"""A number, and whether it is unsigned."""


class ConditionError(Exception):
    """The condition is not an integer expression."""


def evaluate(text: str) -> bool:
    """Return whether an expanded ``#if`` expression holds; names left in it count as 0.

    Raises ``ConditionError`` if it cannot be read.
    """
    parser = _Parser(text)
    value = parser.ternary()
    if parser.token:
        raise ConditionError(f"unexpected {parser.token!r}")
    return value[0] != 0


def _wrapped(value: int, unsigned: bool) -> Value:
    value %= _TWO_64
    if not unsigned and value >= _TWO_64 >> 1:
        value -= _TWO_64
    return value, unsigned


class _Parser:
    """Precedence climbing over the tokens of one condition."""

    def __init__(self, text: str) -> None:
        self._text = text.rstrip()
        self._position = 0
        self.token = ""
        self._value: Value | None = None
        self._dead = 0  # inside an operand that is not evaluated, where division by 0 is fine
        self._next()

    def _next(self) -> None:
        if self._position >= len(self._text):
            self.token, self._value = "", None
            return
        match = _TOKEN.match(self._text, self._position)
        if not match:
            rest = self._text[self._position :].strip()
            raise ConditionError(f"cannot read {rest[:20]!r}")
        self._position = match.end()
        number, suffix, name, char, operator = match.groups()
        self.token = operator or match[0].strip()
        if number:
            digits = number.replace("'", "")
            octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
            try:
                value = int(digits, 8 if octal else 0)
            except ValueError:
                raise ConditionError(f"cannot read {digits!r}") from None
            self._value = _wrapped(value, "u" in suffix.lower() or value >= _TWO_64 >> 1)
        elif name:
            self._value = (0, False)
        elif char:
            self._value = (_character(char), False)
        else:
            self._value = None

    def _expect(self, token: str) -> None:
        if self.token != token:
            raise ConditionError(f"{token!r} expected")
        self._next()

    def ternary(self) -> Value:
        """Parse ``a ? b : c`` or what binds closer."""
        condition = self._binary(0)
        if self.token != "?":
            return condition
        self._next()
        self._dead += not condition[0]
        first = self.ternary()
        self._dead -= not condition[0]
        self._expect(":")
        self._dead += bool(condition[0])
        second = self.ternary()
        self._dead -= bool(condition[0])
        return _wrapped((first if condition[0] else second)[0], first[1] or second[1])

    def _binary(self, least: int) -> Value:
        left = self._unary()
        while self.token in _BINDING and _BINDING[self.token] > least:
            operator = self.token
            self._next()
            skipped = (operator == "&&" and not left[0]) or (operator == "||" and bool(left[0]))
            self._dead += skipped
            right = self._binary(_BINDING[operator])
            self._dead -= skipped
            left = self._apply(operator, left, right)
        return left

    def _unary(self) -> Value:
        token = self.token
        if self._value is not None:
            value = self._value
            self._next()
            if self.token == "(":
                raise ConditionError(f"{token} is no macro that takes arguments")
            return value
        if token not in ("!", "~", "-", "+", "("):
            raise ConditionError(f"unexpected {token!r}" if token else "a value is missing")
        self._next()
        if token == "(":
            inner = self.ternary()
            self._expect(")")
            return inner
        number, unsigned = self._unary()
        if token == "!":
            return int(not number), False
        return _wrapped({"~": ~number, "-": -number, "+": number}[token], unsigned)

    def _apply(self, operator: str, left: Value, right: Value) -> Value:
        a, b = left[0], right[0]
        if operator in ("&&", "||"):
            both = bool(a) and bool(b) if operator == "&&" else bool(a) or bool(b)
            return int(both), False
        unsigned = left[1] or right[1]
        if operator in ("<<", ">>"):
            b = min(max(b, 0), 64)
            return _wrapped(a << b if operator == "<<" else a >> b, left[1])
        if unsigned:
            a, b = a % _TWO_64, b % _TWO_64
        if operator in ("/", "%"):
            if b == 0:
                if self._dead:
                    return 0, unsigned
                raise ConditionError("division by zero")
            quotient = truncated_quotient(a, b)
            return _wrapped(quotient if operator == "/" else a - b * quotient, unsigned)
        if operator in _COMPARE:
            return int(_COMPARE[operator](a, b)), False
        return _wrapped(_COMPUTE[operator](a, b), unsigned)


_COMPARE = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__,
    ">=": int.__ge__,
}  # fmt: skip
_COMPUTE = {
    "|": int.__or__, "^": int.__xor__, "&": int.__and__, "+": int.__add__, "-": int.__sub__,
    "*": int.__mul__,
}  # fmt: skip


def _character(text: str) -> int:
    if text[0] != "\\":
        return ord(text[-1]) & 0xFF
    code = text[1:]
    if code[0] in _ESCAPES:
        return _ESCAPES[code[0]]
    if code[0] == "x":
        return int(code[1:], 16)
    return int(code, 8) if code.isdigit() else ord(code[0])
