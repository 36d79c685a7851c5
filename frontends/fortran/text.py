"""Scanning the text of one statement: blanks, strings, parentheses."""

from __future__ import annotations

import re

_STRING = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")
_BLANKS = str.maketrans("", "", " \t\f\v")


def squeeze(text: str) -> str:
    """Return ``text`` without blanks and in upper case, strings unchanged.

    Blanks mean nothing in fixed form; two statements with the same squeezed text are the same
    statement, which is what the parse memo rests on.
    """
    if "'" not in text and '"' not in text:
        return text.translate(_BLANKS).upper()
    out: list[str] = []
    position = 0
    for match in _STRING.finditer(text):
        out.append(text[position : match.start()].translate(_BLANKS).upper())
        out.append(match[0])
        position = match.end()
    out.append(text[position:].translate(_BLANKS).upper())
    return "".join(out)


def closing(text: str, start: int) -> int:
    """Return the index of the parenthesis that closes the one at ``text[start]``, or -1."""
    depth, quote = 0, ""
    for position in range(start, len(text)):
        char = text[position]
        if quote:
            if char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return position
    return -1


def top_level(text: str) -> tuple[int, bool, bool]:
    """Return (index of the first ``=`` outside parentheses or -1, a ``,`` follows, a ``::`` is there).

    ``==``, ``/=``, ``<=``, ``>=`` and ``=>`` are no ``=``.
    """
    depth, equals, comma, colons, quote = 0, -1, False, False, ""
    for position, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif depth == 0:
            if char == "=":
                if (
                    equals < 0
                    and text[position + 1 : position + 2] not in ("=", ">")
                    and (position == 0 or text[position - 1] not in "=/<>")
                ):
                    equals = position
            elif char == ",":
                comma = comma or equals >= 0
            elif char == ":" and text[position + 1 : position + 2] == ":":
                colons = True
    return equals, comma, colons


def split_commas(text: str) -> list[str]:
    """Split at commas outside parentheses and strings."""
    parts: list[str] = []
    depth, start, quote = 0, 0, ""
    for position, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return parts


def outside_strings(text: str, change: re.Pattern[str], to: str) -> str:
    """Return ``text`` with ``change`` replaced by ``to`` outside strings."""
    if "'" not in text and '"' not in text:
        return change.sub(to, text)
    out: list[str] = []
    position = 0
    for match in _STRING.finditer(text):
        out.append(change.sub(to, text[position : match.start()]))
        out.append(match[0])
        position = match.end()
    out.append(change.sub(to, text[position:]))
    return "".join(out)
