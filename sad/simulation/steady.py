"""Iterations that repeat: a loop's ranks reach a steady state, and the rest of it is added.

Where every message of an iteration is sent and received in it, the times at which ranks end one are
sums and maxima of the times at which they ended the one before. Say each rank ended the last c
iterations later than the c before by a number of its own, its rate. Then these c are followed once
more with lines in place of times: a time, and how much later it is c iterations on. Of two lines the
later one has to be the one that grows as fast or faster, else it may be overtaken, and nothing is
concluded. If every rank's line ends at its time plus its rate with that rate, the same holds for all
iterations that are left: a proof, up to rounding, not an extrapolation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.simulation.ranks import Flow, OutOfSteps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Iterate = Callable[[Sequence[Any], int | None], Flow]
    """Follows one iteration from the clocks of all ranks; lines in so many steps at most."""

LEAST = 8
"""Loops of fewer iterations are followed as they are."""
_LONGEST = 4
"""So many iterations may repeat together."""
_CLOSE = 1e-9
_EXACT = 1e-12


class Unsettled(Exception):
    """One of two times is later, and the other one grows faster."""


class Line:
    """A time, and how much later it is when the steady state has passed once more."""

    __slots__ = ("rate", "time")

    def __init__(self, time: float, rate: float) -> None:
        self.time, self.rate = time, rate

    def __add__(self, seconds: float) -> Line:
        return Line(self.time + seconds, self.rate)

    def __sub__(self, other: Line) -> float:
        """Return how much later it is now: what ranks wait, which nothing depends on."""
        return self.time - other.time

    def __gt__(self, other: Line | float) -> bool:
        time, rate = (other.time, other.rate) if isinstance(other, Line) else (other, 0.0)
        if self.time == time:
            return self.rate > rate
        is_later = self.time > time
        if (self.rate < rate) if is_later else (self.rate > rate):
            raise Unsettled
        return is_later

    def __lt__(self, other: Line | float) -> bool:
        return not self > other and not self == other

    def __ge__(self, other: Line | float) -> bool:
        return self > other or self == other

    def __eq__(self, other: object) -> bool:
        time, rate = (other.time, other.rate) if isinstance(other, Line) else (other, 0.0)
        return self.time == time and self.rate == rate

    __hash__ = None  # type: ignore[assignment]


def followed(iterate: Iterate, clocks: Sequence[float], trips: int, *, jump: bool = True) -> Flow:
    """Follow ``trips`` equal iterations from these clocks; the steps are those that were taken.

    Raises as ``iterate``.
    """
    now = list(clocks)
    computing = [0.0] * len(now)
    ends = [now]
    work: list[list[float]] = [computing]
    steps, done, patience = 0, 0, 1
    while done < trips:
        found = iterate(now, None)
        now = list(found.ends)
        computing = [one + more for one, more in zip(computing, found.computing, strict=True)]
        ends = [*ends[-2 * _LONGEST :], now]
        work = [*work[-2 * _LONGEST :], computing]
        each = found.steps
        steps, done = steps + each, done + 1
        if not jump or done < patience:
            continue
        period = next((c for c in range(1, _LONGEST + 1) if _repeats(ends, c)), 0)
        times = (trips - done) // period if period else 0
        if times < 2:
            continue
        rates = _alike([new - old for new, old in zip(now, ends[-1 - period], strict=True)])
        if not _goes_on(iterate, now, rates, period, each):
            patience = 2 * done
            continue
        now = [clock + times * rate for clock, rate in zip(now, rates, strict=True)]
        more = [new - old for new, old in zip(computing, work[-1 - period], strict=True)]
        computing = [one + times * two for one, two in zip(computing, more, strict=True)]
        done, steps, jump = done + times * period, steps + period * each, False
    return Flow(tuple(now), tuple(computing), steps)


def _repeats(ends: Sequence[Sequence[float]], period: int) -> bool:
    """Whether ranks were later by the same in the last ``period`` iterations as in those before."""
    if len(ends) < 2 * period + 1:
        return False
    new, middle, old = (ends[-1 - times * period] for times in range(3))
    return all(
        abs((a - b) - (b - c)) <= _CLOSE * max(abs(a - b), abs(b - c)) + _EXACT * abs(a)
        for a, b, c in zip(new, middle, old, strict=True)
    )


def _alike(rates: Sequence[float]) -> list[float]:
    """Rates, those that differ by rounding made equal."""
    close = _CLOSE * max(map(abs, rates), default=0.0)
    found: dict[int, float] = {}
    last = float("-inf")
    for place in sorted(range(len(rates)), key=lambda place: rates[place]):
        if rates[place] - last > close:
            last = rates[place]
        found[place] = last
    return [found[place] for place in range(len(rates))]


def _goes_on(
    iterate: Iterate, clocks: Sequence[float], rates: Sequence[float], period: int, steps: int
) -> bool:
    """Whether lines at these rates end where they would have to, so that all that is left does."""
    lines: list[Any] = [Line(time, rate) for time, rate in zip(clocks, rates, strict=True)]
    try:
        for _ in range(period):
            lines = list(iterate(lines, 2 * steps).ends)
    except (Unsettled, OutOfSteps):
        return False
    return all(
        line.rate == rate
        and abs(line.time - (time + rate)) <= _CLOSE * abs(rate) + _EXACT * abs(time)
        for line, time, rate in zip(lines, clocks, rates, strict=True)
    )
