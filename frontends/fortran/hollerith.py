"""Hollerith constants (``5HHELLO``) to quoted strings, before blanks are removed.

Must come first: the constant's length counts blanks, and its text may hold quotes, parentheses or
anything else.
"""

from __future__ import annotations

import re

_CANDIDATE = re.compile(r"(\d+)[hH]")
_TYPE_STATEMENT = re.compile(
    r"\s*(real|integer|logical|complex|character|byte|double|implicit)", re.IGNORECASE
)
_DOTTED_OPERATOR_BEFORE = re.compile(r"\.[A-Za-z]+\.\s*$")
_MOST_DIGITS = 6
_LONGEST = 10_000
"""No text of a statement is longer [characters]: what says so is no Hollerith constant."""
_PRECEDING = frozenset("(,=/*+-<>:")


def quote_hollerith(text: str) -> str:
    """Return ``text`` with each ``nHxxx`` replaced by ``'xxx'``."""
    if not _CANDIDATE.search(text) or _TYPE_STATEMENT.match(text):
        return text
    in_format = text.lstrip()[:6].upper() == "FORMAT"
    out: list[str] = []
    position = 0
    while True:
        start = _next_candidate(text, position)
        if start is None:
            break
        match = _CANDIDATE.match(text, start)
        if match is None:
            break
        before = text[:start]
        length = int(match[1]) if len(match[1]) <= _MOST_DIGITS else _LONGEST + 1
        if length > _LONGEST or not (in_format or _is_constant(before)):
            out.append(text[position : match.end()])
            position = match.end()
            continue
        body = text[match.end() : match.end() + length].ljust(length)
        out.append(text[position:start])
        out.append("'" + body.replace("'", "''") + "'")
        position = match.end() + length
        if in_format:
            _separate(text, start, position, out)
    out.append(text[position:])
    return "".join(out)


def _is_constant(before: str) -> bool:
    """Whether digits after ``before`` can start a constant (and not end a name or a label)."""
    stripped = before.rstrip()
    if not stripped or before[-1:].isalnum() or before[-1:] in "_$":
        return False
    return stripped[-1] in _PRECEDING or bool(_DOTTED_OPERATOR_BEFORE.search(before))


def _next_candidate(text: str, position: int) -> int | None:
    """Return where the next ``nH`` outside a quoted string starts, at or after ``position``."""
    while True:
        match = _CANDIDATE.search(text, position)
        if match is None:
            return None
        quote_at = min(
            (at for at in (text.find("'", position), text.find('"', position)) if at >= 0),
            default=-1,
        )
        if quote_at < 0 or quote_at > match.start():
            return match.start()
        close = text.find(text[quote_at], quote_at + 1)
        if close < 0:
            return None
        position = close + 1


def _separate(text: str, start: int, end: int, out: list[str]) -> None:
    """Add the commas a FORMAT may leave out around a Hollerith descriptor."""
    if text[:start].rstrip()[-1:] not in ("(", ",", "/", ":"):
        out.insert(-1, ",")
    following = text[end:].lstrip()[:1]
    if following and following not in ",)/:":
        out.append(",")
