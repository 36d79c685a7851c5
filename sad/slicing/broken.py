"""What ends a slice in another way than the program ends: named, with the statement where it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.slicing.evaluation import Obstacle
from sad.slicing.runtime import NotKnownError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

FAILURES = (
    *(SyntaxError, RecursionError, TypeError, ValueError, ArithmeticError, LookupError),
    *(MemoryError, NameError, NotKnownError),
)
"""What a program may raise here that breaks the rules of its language, that is nested too deeply for
Python, or that has a statement the slice cannot contain: then nothing is known."""

_PIECE = re.compile(r"<slice (\d+)>\Z")
_NUMBER = re.compile(r"  # (\d+)\Z")
_WHY: dict[type[Exception], str] = {
    RecursionError: "calls or expressions are nested too deeply",
    MemoryError: "there is not memory enough",
    NotKnownError: "a value that is not known decides here",
}


class BrokenSliceError(Exception):
    """A slice could not be written or run to its end; ``obstacle`` names the statement."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.why)
        self.obstacle = obstacle


def piece_name(number: int) -> str:
    """Return what a piece of generated source is called in tracebacks."""
    return f"<slice {number}>"


def piece_in(name: str) -> int | None:
    """Return the number of the piece that is called so in tracebacks; None if it is none."""
    piece = _PIECE.match(name)
    return None if piece is None else int(piece[1])


def line_in(
    trace: TracebackType, made_of: Sequence[int | None], lines: Sequence[str]
) -> str | None:
    """Return which of ``lines`` a step of a traceback is at; ``made_of`` is of its piece."""
    at = made_of[trace.tb_lineno - 1] if trace.tb_lineno <= len(made_of) else None
    return None if at is None else lines[at]


def lines_of(text: str) -> tuple[int | None, ...]:
    """Return by line of generated source the number of the line of the program it is made of."""
    found = (_NUMBER.search(line) for line in text.split("\n"))
    return tuple(None if match is None else int(match[1]) for match in found)


def broken_at(error: Exception, span: Span) -> BrokenSliceError:
    """Return the error that says what a statement raised while its slice was written or run."""
    why = _WHY.get(type(error), f"{error or 'no reason is given'} ({type(error).__name__})")
    return BrokenSliceError(Obstacle(span, f"the slice breaks off here: {why}", ""))


def broken_in(
    error: Exception, places: Sequence[Sequence[int | None]], lines: Sequence[str], start: Span
) -> BrokenSliceError:
    """Return the same for what running raised: by piece and line of the source which of ``lines`` it is
    made of; ``start`` is where the program starts, for all else.
    """
    span, trace = start, error.__traceback__
    while trace is not None:
        piece = piece_in(trace.tb_frame.f_code.co_filename)
        line = None if piece is None else line_in(trace, places[piece], lines)
        span = span if line is None else span_of(line, span)
        trace = trace.tb_next
    return broken_at(error, span)


def span_of(place: str, otherwise: Span) -> Span:
    """Return the place that is written ``file:line``."""
    file, _, line = place.rpartition(":")
    return Span.at(file, int(line)) if line.isdecimal() else otherwise
