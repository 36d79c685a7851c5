"""What a WRITE of Fortran puts into a text: integers and texts, in formats without groups."""

from __future__ import annotations

import re
from typing import Any

from sad.slicing.runtime import Unknown

_WORD = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")|(?P<times>\d*)(?P<kind>[AIX])"
    r"(?P<width>\d*)(?:\.(?P<least>\d+))?)\s*(?:,|$)",
    re.IGNORECASE,
)


def formatted(layout: str, values: tuple[Any, ...], cause: Unknown) -> str | Unknown:
    """Return the record that a format makes of values; ``cause`` if it or a value is not followed."""
    unknown = next((value for value in values if value.__class__ is Unknown), None)
    inside = layout.strip()
    if unknown is not None or not (inside.startswith("(") and inside.endswith(")")):
        return cause if unknown is None else unknown
    waiting = list(values)
    record, place, inside = "", 0, inside[1:-1]
    while place < len(inside):
        word = _WORD.match(inside, place)
        if word is None:
            return cause
        place = word.end()
        if word["text"]:
            quote = word["text"][0]
            record += word["text"][1:-1].replace(quote * 2, quote)
            continue
        kind, times = word["kind"].upper(), int(word["times"] or 1)
        if kind == "X":
            if word["width"]:
                return cause
            record += " " * times
            continue
        for _ in range(times):
            if not waiting:
                return record
            part = _field(kind, word["width"], word["least"], waiting.pop(0))
            if part is None:
                return cause
            record += part
    return cause if waiting else record


def _field(kind: str, width: str, least: str | None, value: Any) -> str | None:
    if kind == "A":
        if value.__class__ is not str or least is not None:
            return None
        return value if not width else value[: int(width)].rjust(int(width))
    if value.__class__ is not int or not width:
        return None
    digits = str(abs(value)).rjust(int(least or 1), "0")
    if least == "0" and value == 0:
        digits = ""
    text = f"-{digits}" if value < 0 else digits
    if width == "0":
        return text
    return text.rjust(int(width)) if len(text) <= int(width) else "*" * int(width)
