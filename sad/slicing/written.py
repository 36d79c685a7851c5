"""What a WRITE of Fortran puts into a text: integers and texts, in formats without groups; what
``sprintf`` of C puts together.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from sad.slicing.runtime import NO_NUMBER, Unknown

_WORD = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")|(?P<times>\d*)(?P<kind>[AIX])"
    r"(?P<width>\d*)(?:\.(?P<least>\d+))?)\s*(?:,|$)",
    re.IGNORECASE,
)

_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d+|\*)?(?:\.(?P<least>\d*|\*))?(?P<size>hh|h|ll|l|z|j|t)?"
    r"(?P<kind>[diouxXcsfFeEgG%])|%"
)
_BYTES = {"hh": 1, "h": 2, None: 4}


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


def put_together(layout: Any, *values: Any) -> str | Unknown:
    """Return the text that ``sprintf`` makes; its texts are strings."""
    waiting = [layout, *values]
    unknown = next((value for value in waiting if isinstance(value, Unknown)), None)
    if unknown is not None:
        return unknown
    try:
        return _CONVERSION.sub(lambda found: _converted(found, waiting), waiting.pop(0))
    except (IndexError, ValueError, TypeError):
        return NO_NUMBER


def _converted(found: re.Match[str], waiting: list[Any]) -> str:
    if found["kind"] == "%":
        return "%"
    width, least = (
        waiting.pop(0) if item == "*" else item for item in found.group("width", "least")
    )
    value, kind, flags = waiting.pop(0), found["kind"] or "?", found["flags"]
    wanted = str if kind == "s" else float if kind in "fFeEgG" else int
    is_empty = value == 0 and least in ("", "0", 0) and wanted is int
    if value.__class__ is not wanted or is_empty or kind == "?" or (kind == "o" and "#" in flags):
        raise ValueError
    if wanted is float and not isfinite(value):
        raise ValueError
    if kind in "ouxX":
        value &= (1 << 8 * _BYTES.get(found["size"], 8)) - 1
    elif kind == "c":
        kind, value, least = "s", chr(value).encode("ascii").decode(), None
    elif wanted is int and least is not None:
        flags = flags.replace("0", "")
    return f"%{flags}{width or ''}{'' if least is None else f'.{least or 0}'}{kind}" % value
