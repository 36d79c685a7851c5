"""A logical statement: the text of one statement and the lines it came from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran.text import plain_label
from sad.records import record

if TYPE_CHECKING:
    from sad.diagnostics import Span

_MARK = re.compile("[!'\"]")


@record
class Logical:
    """One statement as the source writes it, comments and continuation marks removed.

    ``label`` has no leading zeros. ``wide`` is the statement read without the 72-column limit,
    where that would be different: some codes were written for compilers without the limit.
    """

    label: str | None
    text: str
    span: Span
    wide: str | None = None


def label_of(field: str) -> str | None:
    """Return the label in a label field such as ``' 0 10 '``, or None if it holds none."""
    digits = field.replace(" ", "")
    if not digits.isdecimal():
        return None
    return plain_label(digits)


def strip_comment(text: str, quote: str | None) -> tuple[str, str | None]:
    """Return ``text`` up to an inline ``!`` comment, and the quote left open at its end.

    ``quote`` is the quote still open from the line before, if any. A doubled quote closes and
    reopens the string, which gives the same result.
    """
    position = 0
    while True:
        if quote is not None:
            close = text.find(quote, position)
            if close < 0:
                return text, quote
            position = close + 1
        mark = _MARK.search(text, position)
        if mark is None:
            return text, None
        quote = mark[0]
        if quote == "!":
            return text[: mark.start()], None
        position = mark.end()


def split_semicolons(text: str) -> list[str]:
    """Split at ``;`` outside strings; empty parts are dropped."""
    if ";" not in text:
        return [text]
    parts: list[str] = []
    start, quote = 0, ""
    for position, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == ";":
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return [part for part in parts if part.strip()]
