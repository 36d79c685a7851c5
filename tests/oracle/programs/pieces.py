"""A program as a tree of pieces: what a shrinker may take out or put in place of its surroundings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 72


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines and bodies in source order.

    A ``fixed`` piece is never taken out; a ``unit`` is never replaced by its body.
    """

    parts: tuple[str | tuple[Piece, ...], ...]
    fixed: bool = False
    unit: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the source lines."""
        for part in self.parts:
            if isinstance(part, str):
                yield part
            else:
                for piece in part:
                    yield from piece.lines()


def line(text: str, label: int | None = None) -> str:
    """Return one line in fixed form; it must fit."""
    made = f"{label or '':>5} {text}"
    if len(made) > WIDTH:
        raise TooLong
    return made


class TooLong(Exception):
    """A statement that does not fit on one line: generated programs have no continuation lines."""


def text_of(pieces: tuple[Piece, ...]) -> str:
    """Return the source text."""
    return "".join(f"{item}\n" for piece in pieces for item in piece.lines())


def smaller(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
    """Yield what is left when some neighbours are taken out, or a piece is replaced by its body.

    Large cuts come first.
    """
    size = len(pieces)
    while size:
        for start in range(0, len(pieces), size):
            if not any(piece.fixed for piece in pieces[start : start + size]):
                yield pieces[:start] + pieces[start + size :]
        size //= 2
    for number, piece in enumerate(pieces):
        for at, part in enumerate(piece.parts):
            if isinstance(part, str):
                continue
            if not (piece.fixed or piece.unit):
                yield pieces[:number] + part + pieces[number + 1 :]
            for inner in smaller(part):
                parts = (*piece.parts[:at], inner, *piece.parts[at + 1 :])
                yield (*pieces[:number], replace(piece, parts=parts), *pieces[number + 1 :])
