"""Scanning the text of one statement: blanks, strings, parentheses."""

from __future__ import annotations

import re

_STRING = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")
_RARE_BLANKS = str.maketrans("", "", "\t\f\v")
_QUOTED = r"'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z)"
_PARENTHESES = re.compile(_QUOTED + r"|[()]")
_SEPARATORS = re.compile(_QUOTED + r"|[(),\[\]]|(?<![=/<>])=(?![=>])|::")


def plain_label(digits: str) -> str:
    """Return a label as labels are compared: ``00010`` is 10."""
    return digits.lstrip("0") or "0"


def squeeze(text: str) -> str:
    """Return ``text`` without blanks and in upper case, strings unchanged.

    Blanks mean nothing in fixed form; two statements with the same squeezed text are the same
    statement, which is what the parse memo rests on.
    """
    if "'" not in text and '"' not in text:
        return _without_blanks(text)
    out: list[str] = []
    position = 0
    for match in _STRING.finditer(text):
        out.append(_without_blanks(text[position : match.start()]))
        out.append(match[0])
        position = match.end()
    out.append(_without_blanks(text[position:]))
    return "".join(out)


def _without_blanks(text: str) -> str:
    text = text.replace(" ", "").upper()
    if "\t" in text or "\f" in text or "\v" in text:
        return text.translate(_RARE_BLANKS)
    return text


def closing(text: str, start: int) -> int:
    """Return the index of the parenthesis that closes the one at ``text[start]``, or -1."""
    depth = 0
    for match in _PARENTHESES.finditer(text, start):
        char = match[0]
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def top_level(text: str) -> tuple[int, bool, bool]:
    """Return (index of the first ``=`` outside parentheses or -1, a ``,`` follows, a ``::`` is there).

    ``==``, ``/=``, ``<=``, ``>=`` and ``=>`` are no ``=``.
    """
    depth, equals, comma, colons = 0, -1, False, False
    for match in _SEPARATORS.finditer(text):
        found = match[0]
        if found in ("(", "["):
            depth += 1
        elif found in (")", "]"):
            depth -= 1
        elif depth:
            continue
        elif found == "=":
            if equals < 0:
                equals = match.start()
        elif found == ",":
            comma = comma or equals >= 0
        elif found == "::":
            colons = True
    return equals, comma, colons


def split_commas(text: str) -> list[str]:
    """Split at commas outside parentheses, brackets and strings."""
    parts: list[str] = []
    depth, start = 0, 0
    for match in _SEPARATORS.finditer(text):
        found = match[0]
        if found in ("(", "["):
            depth += 1
        elif found in (")", "]"):
            depth -= 1
        elif found == "," and depth == 0:
            parts.append(text[start : match.start()])
            start = match.end()
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
