"""What a team does between two barriers, as formulas; and the times of that at points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra import atoms
from sad.algebra.evaluate import MissingValue, evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.diagnostics import SadError
from sad.spmd.rows import Formulas, Loops
from sad.spmd.times import split_around
from sad.threads.schedules import DYNAMIC

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.model.directives import Directive
    from sad.model.walks.teams import Piece, Segment, Share, Team
    from sad.spmd.rows import Floats
    from sad.threads.costs import BlockCost


@dataclass(slots=True)
class Held:
    """A resource that threads share: how long it is held in all [s], its servers, and who holds it.

    Seconds are numbers of one run, or arrays of several.
    """

    seconds: Any = 0.0
    servers: int = 1
    lines: dict[Span, Any] = field(default_factory=dict["Span", Any])

    def add(self, seconds: Any, span: Span) -> None:
        """Let a line hold it."""
        self.seconds = self.seconds + seconds
        self.lines[span] = self.lines.get(span, 0.0) + seconds

    def at(self, place: int) -> Held:
        """Return it in one of several runs."""
        return Held(float(self.seconds[place]), self.servers, lines_at(self.lines, place))


def lines_at(lines: Mapping[Span, Floats], place: int) -> dict[Span, float]:
    """Return what is above 0 of lines in one of several runs."""
    return {span: float(item[place]) for span, item in lines.items() if item[place]}


@dataclass(slots=True)
class SegmentTime:
    """The time of a segment in runs [s], arrays: of the thread that ends last, and of all together.

    ``likely`` is the time without waiting for what is shared, ``high`` the longest it may be, ``bound``
    the sum of what each pass takes at least. ``mean`` is the time of a thread on average, ``passes``
    how often the segment runs. ``work`` are lines with the time of all threads.
    """

    likely: Floats
    high: Floats
    bound: Floats
    mean: Floats
    all: Floats
    passes: Floats
    held: dict[str, Held]
    work: dict[Span, Any]


class PieceFormulas:
    """The counts of a piece: per pass, or of a share of its loop."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        cut = piece.depth if piece.share is None else piece.share_depth
        self.inner, self.between = piece.around[cut:], piece.around[piece.depth : cut]
        polys = [sum_nest(self.inner, piece.outer * count) for _, count in piece.blocks]
        polys += [
            sum_nest(self.inner, piece.outer * count) * Poly.symbol(f"{name}.seconds")
            for name, count in piece.calls
        ]
        polys.append(sum_nest(self.inner, piece.outer))
        self.formulas = Formulas(polys)
        share = piece.share
        self.bounds = None if share is None else Formulas([share.first, share.trips])
        self.alike = share is not None and (
            share.even
            or (share.schedule[0] not in DYNAMIC and all(_is_alike(poly, share) for poly in polys))
        )
        own = {share.low, share.high} if share is not None else set[str]()
        self.symbols = self.formulas.symbols - own
        if self.bounds is not None:
            self.symbols |= self.bounds.symbols
        self.kept, others = split_around(self.between, self.symbols)
        self.loops, self.times = Loops(self.kept), Formulas([sum_nest(others, ONE)])
        if self.between:
            self.symbols |= self.loops.symbols | self.times.symbols
            self.symbols -= {index.name for index in self.between}

    def costs(self, costs: Mapping[int, BlockCost], points: int, entry: float = 0.0) -> Floats:
        """Return the seconds of one of each that is counted, a column for each point.

        ``entry`` is what each run takes beside that.
        """
        found = np.ones((len(self.piece.blocks) + len(self.piece.calls) + 1, points))
        for row, (block, _) in enumerate(self.piece.blocks):
            found[row] = costs[id(block)].seconds
        found[-1] = entry
        return found

    @property
    def is_even(self) -> bool:
        """Whether no iterations are looked at one by one: shares are alike, or one for each thread."""
        share = self.piece.share
        few = share is None or (share.schedule[0] not in DYNAMIC and share.schedule[1] is None)
        return (self.alike or few) and not self.kept


class SegmentFormulas:
    """A segment's pieces, and the loops around it."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.pieces = [PieceFormulas(piece) for piece in segment.pieces]
        used = frozenset[str]().union(*(piece.symbols for piece in self.pieces))
        kept, others = split_around(segment.around, used)
        self.loops, self.times = Loops(kept), Formulas([sum_nest(others, ONE)])
        self.is_even = not kept and all(piece.is_even for piece in self.pieces)
        symbols = used | self.loops.symbols | self.times.symbols
        self.symbols = symbols - {index.name for index in segment.around}


class TeamFormulas:
    """A team's segments, how often it starts, and the variables that it reduces."""

    def __init__(self, team: Team, units: Mapping[str, str]) -> None:
        self.team = team
        self.unit = units.get(team.unit, team.unit)
        self.segments = [SegmentFormulas(segment) for segment in team.segments]
        self.starts = Formulas([sum_nest(team.around, team.outer)])
        self.symbols = self.starts.symbols
        for segment in self.segments:
            self.symbols |= segment.symbols
        shared = [share.directive for share in team.shares]
        directives: dict[int, Directive] = {id(x): x for x in (team.directive, *shared)}
        self.reductions = sum(
            len((said or "").rpartition(":")[2].split(","))
            for item in directives.values()
            for name, said in item.clauses
            if name == "reduction"
        )


def _is_alike(poly: Poly, share: Share) -> bool:
    """Whether what is counted in a part of a shared loop is so many times its iterations."""
    length = Poly.symbol(share.high) - Poly.symbol(share.low) + 1
    _, *factors = poly.coefficients(share.high)
    if len(factors) != 1 or atoms.free_symbols(factors[0]) & {share.low, share.high}:
        return not poly
    return poly == factors[0] * length


def trips_of(share: Share, values: Mapping[str, float]) -> float:
    """How many iterations a shared loop has; infinite where the loops around decide."""
    try:
        return float(evaluate(share.trips, values))
    except (MissingValue, SadError):
        return float("inf")
