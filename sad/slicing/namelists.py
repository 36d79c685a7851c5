"""Namelist input (Fortran 2008, 10.11): a group of a text to the values it names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_OBJECT = re.compile(r"([A-Za-z_]\w*(?:\s*%\s*\w+)*)\s*(?:\(([^()]*)\))?\s*=")
_VALUE = re.compile(r"(?:(\d+)\*)?('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\s,/;!='\"()&$*]+)?")
_END = re.compile(r"/|[&$]end\b", re.IGNORECASE)
_BLANK = re.compile(r"(?:\s|![^\n]*)+")

Given = tuple[str | None, list[str | None]]


@dataclass(slots=True)
class Group:
    """One group: for each object in upper case, ``.`` before components, what is given in turn.

    That is the text of its subscript, None without one, and the values as words; None leaves a value as
    it was. ``place`` is behind the line the group ends on.
    """

    place: int
    objects: dict[str, list[Given]] = field(default_factory=dict[str, "list[Given]"])


def find_group(text: str, place: int, name: str) -> int | None:
    """Return the place behind the name of the next group of a name, None if there is none."""
    head = re.compile(rf"^[ \t]*[&$]{re.escape(name)}(?!\w)", re.IGNORECASE | re.MULTILINE)
    found = head.search(text, place)
    return None if found is None else found.end()


def read_group(text: str, place: int) -> Group | None:
    """Read a group from behind its name on; None if it does not end or is not as expected."""
    group = Group(place)
    values: list[str | None] | None = None
    expects = False
    while place < len(text):
        blank = _BLANK.match(text, place)
        if blank is not None:
            place = blank.end()
            continue
        end = _END.match(text, place)
        if end is not None:
            group.place = text.find("\n", end.end()) + 1
            return group if group.place else None  # a last line without an end: libraries differ
        found = _OBJECT.match(text, place)
        if found is not None:
            values, expects = [], True
            name = re.sub(r"\s*%\s*", ".", found[1]).upper()
            group.objects.setdefault(name, []).append((found[2], values))
            place = found.end()
            continue
        if values is None:
            if text[place] != ",":
                return None
            place += 1
            continue
        if text[place] == ",":
            if expects:
                values.append(None)
            place, expects = place + 1, True
            continue
        value = _VALUE.match(text, place)
        if value is None or value.end() == place:
            return None
        values += [value[2]] * int(value[1] or 1)
        place, expects = value.end(), False
    return None
