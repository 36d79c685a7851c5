"""Constants of C source text: their values and types (C17 6.4.4)."""

from __future__ import annotations

import re

from frontends.c.types import DOUBLE, FLOAT, INT, LONG, QUAD, Scalar
from sad.ir.expr import Type

_ESCAPES = {
    "n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27,
    "\\": 92, "'": 39, '"': 34, "?": 63,
}  # fmt: skip
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.S
)
_PREFIX = re.compile(r"^(?:u8|u|U|L)?(['\"])")
_BITS = 8


def integer_constant(text: str) -> tuple[int, Scalar]:
    """Return the value and type of an integer constant like ``0x1FuL``."""
    digits = text.rstrip("uUlLiIjJ")
    suffix = text[len(digits) :].lower()
    digits = digits.replace("'", "")
    if digits[:2] in ("0x", "0X"):
        value, decimal = int(digits, 16), False
    elif digits[:2] in ("0b", "0B"):
        value, decimal = int(digits, 2), False
    elif len(digits) > 1 and digits[0] == "0":
        value, decimal = int(digits, 8), False
    else:
        value, decimal = int(digits or "0"), True
    unsigned, long = "u" in suffix, "l" in suffix
    for size in (4, 8):
        if size == INT.size and long:
            continue
        if not unsigned and value < 1 << (size * _BITS - 1):
            return value, INT if size == INT.size else LONG
        if (unsigned or not decimal) and value < 1 << (size * _BITS):
            return value, Scalar(Type.INTEGER, size, signed=False)
    return value, Scalar(Type.INTEGER, 8, signed=False)


def floating_constant(text: str) -> tuple[str, Scalar]:
    """Return a floating constant as decimal text with its type: ``1.5f`` is ``1.5``, a float."""
    kind = DOUBLE
    hexadecimal = text[:2] in ("0x", "0X")
    body = text.rstrip("lLiIjJ") if hexadecimal else text.rstrip("fFlLiIjJqQ")
    suffix = text[len(body) :].lower()
    if hexadecimal and "p" in body.lower() and body[-1] in "fF":
        body, suffix = body[:-1], suffix + "f"
    if "f" in suffix:
        kind = FLOAT
    elif "l" in suffix or "q" in suffix:
        kind = QUAD
    return (repr(float.fromhex(body)) if hexadecimal else body), kind


def character_constant(text: str) -> tuple[int, Scalar]:
    """Return the value of a character constant; several characters make one number, as gcc does."""
    value = 0
    for code in _codes(text):
        value = (value << _BITS) | (code if text[0] != "'" else code & 0xFF)
    plain = text[0] == "'"
    if plain and len(_codes(text)) == 1 and value > 127:
        value -= 256
    return value, INT


def string_text(text: str) -> str:
    """Return the characters of a string constant; adjacent ones are joined."""
    return "".join(map(chr, _codes(text)))


def _codes(text: str) -> list[int]:
    body = _PREFIX.sub(r"\1", text)
    quote = body[0]
    body = (
        re.sub(rf"(?<!\\){quote}\s*(?:u8|u|U|L)?{quote}", "", body[1:-1])
        if quote == '"'
        else body[1:-1]
    )
    if "\\" not in body:
        return [*map(ord, body)]
    codes: list[int] = []
    position = 0
    while position < len(body):
        match = _ESCAPE.match(body, position)
        if match is None:
            codes.append(ord(body[position]))
            position += 1
            continue
        position = match.end()
        hexadecimal, octal, short, long, single = match.groups()
        if octal is not None:
            codes.append(int(octal, 8))
        elif single is not None:
            codes.append(_ESCAPES.get(single, ord(single)))
        else:
            codes.append(min(int(hexadecimal or short or long, 16), 0x10FFFF))
    return codes
