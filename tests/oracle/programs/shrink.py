"""Make a program that shows a difference as short as it gets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tests.oracle.programs.pieces import smaller
from tests.oracle.programs.program import RandomProgram

if TYPE_CHECKING:
    from collections.abc import Callable


Made = TypeVar("Made", bound=RandomProgram)
"""A program of some language."""


def shrink(program: Made, fails: Callable[[Made], bool], tries: int = 2000) -> Made:
    """Return a program from which no piece can be taken out such that it still ``fails``.

    A candidate that cannot be read, described or run (``fails`` raises) does not fail. At most
    ``tries`` candidates are looked at.
    """
    smallest = program
    again = True
    while again:
        again = False
        for pieces in smaller(smallest.pieces):
            tries -= 1
            if tries < 0:
                return smallest
            candidate = replace(program, pieces=pieces)
            if _still_fails(candidate, fails):
                smallest, again = candidate, True
                break
    return smallest


def _still_fails(candidate: Made, fails: Callable[[Made], bool]) -> bool:
    try:
        return fails(candidate)
    except Exception:  # noqa: BLE001 - whatever a maimed program makes a reader or analysis do
        return False
