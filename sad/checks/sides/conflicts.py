"""Marks that a merge leaves in a file where two sides changed the same lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_OPEN, _MIDDLE, _CLOSE = "<<<<<<< ", "=======", ">>>>>>> "


def first_conflict(lines: Iterable[str]) -> int | None:
    """Return the number (from 1) of the line on which the first conflict starts; None if none does.

    All three marks must be there in order, each at the start of a line: source may contain one.
    """
    start: int | None = None
    middle = False
    for number, line in enumerate(lines, 1):
        if line.startswith(_OPEN):
            start, middle = number, False
        elif start is not None and line.rstrip() == _MIDDLE:
            middle = True
        elif start is not None and middle and line.startswith(_CLOSE):
            return start
    return None
