"""How often loops run: the language's formula where it is known, a named parameter where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly
from sad.records import field, record, replace
from sad.symbols import index_name, site_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.uncounted import LoopEnd
    from sad.diagnostics import Span


@record
class RowLoop:
    """The total over all rows and the mean of one, as parameters, and how the total reads.

    ``given`` is whether the array comes from outside the unit as it is.
    """

    total: str
    mean: str
    text: str
    given: bool


@record
class LoopInfo:
    """What is known of a loop.

    ``trips`` is how often its body is started per entry; ``parameter`` the name it goes by if that
    is not known, and ``limit`` the most it can be, from the loop's bounds. ``index`` counts the
    iterations: the loop variable itself for a unit step, otherwise 0, 1, 2, ...; ``variable`` is the
    loop variable's value in terms of it, ``after`` its value once the loop has ended normally.
    ``full`` is the index's range if the loop is never left early. Where it is known when a loop is left
    by its body, ``times`` are values of the index then, by the block from which; ``taken`` the truth
    values of its being left along each edge, ``shares`` the same by target, ``by_head`` that of its
    head's own test. ``at_head`` is whether the head tests for all of the end; ``rows`` is set for a
    loop over a row of an index array.
    """

    path: str
    span: Span
    trips: Poly
    index: Index
    name: str | None = None
    parameter: str | None = None
    limit: Poly | None = None
    variable: Poly | None = None
    after: Poly | None = None
    full: Index | None = None
    rows: RowLoop | None = None
    at_head: bool = True
    times: Mapping[int, Poly] = field(default_factory=dict[int, Poly])
    taken: Mapping[tuple[int, int], Poly] = field(default_factory=dict[tuple[int, int], Poly])
    shares: Mapping[int, Poly] = field(default_factory=dict[int, Poly])
    by_head: Poly = ONE

    @property
    def is_run_through(self) -> bool:
        """Whether all of its known iterations are run, however often it is entered."""
        return self.parameter is None and not self.times

    @property
    def iteration(self) -> Poly:
        """The number of the current iteration, from 0."""
        return Poly.symbol(self.index.name) - self.index.first


def counted_loop(
    unit: str,
    path: str,
    span: Span,
    name: str,
    bounds: tuple[Poly | None, Poly | None, Poly | None],
    *,
    left_early: bool,
    direction: int = 0,
    distance: Poly | None = None,
) -> LoopInfo:
    """Return what is known of a counted loop.

    ``bounds`` are first, last and step, each None if it has no known value; ``distance`` is last less
    first where that is known all the same. A loop that may be left early runs a number of times only a
    run can tell; its bounds then give the limit. ``direction`` is that of the loop's test where it does
    not follow the sign of the step.
    """
    first, last, step = bounds
    index = index_name(unit, path)
    parameter = site_name(unit, "trips", path)
    limit = None
    if first is not None and last is not None:
        distance = last - first
    if distance is not None and step is not None and step:
        limit = trip_formula(ZERO, distance, step, direction)
    known = limit is not None and not left_early
    trips = limit if limit is not None and known else Poly.symbol(parameter)
    named = None if known else parameter
    variable = after = full = None
    steps = Index(index, ZERO, trips - 1, trips)
    if first is not None and step is not None:
        start = first if step == ONE else ZERO
        variable = Poly.symbol(index) if step == ONE else first + step * Poly.symbol(index)
        if last is not None and limit is not None:
            until = last if step == ONE else last_iteration(first, last, step, direction)
            full = Index(index, start, until, limit)
        steps = (
            full if full is not None and known else Index(index, start, start + trips - 1, trips)
        )
        after = first + step * limit if limit is not None else None
    return LoopInfo(path, span, trips, steps, name, named, limit, variable, after, full)


def trip_formula(first: Poly, last: Poly, step: Poly, direction: int = 0) -> Poly:
    """Return ``max(0, floor((last - first + step) / step))`` (Fortran 77, 11.10.3).

    Rounding down differs from the standard's rounding toward zero only for negative quotients,
    where the clamp makes both 0.
    """
    return atoms.clamp(last_iteration(first, last, step, direction) + 1)


def last_iteration(first: Poly, last: Poly, step: Poly, direction: int) -> Poly:
    """Return the number, from 0, of the last iteration; negative if there is none.

    With a ``direction`` that is ``min(floor(way / step), way)``, both counted in that direction: the
    second is only less where the loop does not run, as a step is at least 1 where it does.
    """
    known = step.as_integer
    if direction and (known is None or known * direction < 0):
        way = (last - first) * direction
        return atoms.min_of((atoms.floor_quotient(way, step * direction), way))
    return atoms.floor_quotient(last - first + step, step) - 1


def general_loop(unit: str, path: str, span: Span) -> LoopInfo:
    """Return a loop without a formula: its trip count is a named parameter."""
    parameter = site_name(unit, "trips", path)
    trips = Poly.symbol(parameter)
    index = Index(index_name(unit, path), ZERO, trips - 1, trips)
    return LoopInfo(path, span, trips, index, None, parameter)


def row_loop(unit: str, path: str, span: Span, name: str, around: str, rows: RowLoop) -> LoopInfo:
    """Return a loop over a row of an index array; ``around`` is the index of the loop over the rows."""
    trips = atoms.intern_atom(atoms.Rows(around, rows.total, rows.mean))
    index = Index(index_name(unit, path), ZERO, trips - 1, trips)
    return LoopInfo(path, span, trips, index, name, rows=rows)


def ending_loop(known: LoopInfo, end: LoopEnd) -> LoopInfo:
    """Return a loop of which it is known when it is left."""
    first = known.index.first
    return replace(
        known,
        trips=end.trips,
        index=Index(known.index.name, first, first + end.trips - 1, end.trips),
        parameter=None,
        at_head=end.at_head,
        times={block: first + time for block, time in end.times.items()},
        taken=end.taken,
        shares=end.shares,
        by_head=end.by_head,
    )
