"""What a search found: the best point, what cannot be told apart from it, and what matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from sad.tuning.candidates import Candidates

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


LITTLE = 0.01
"""What costs less than this more than the best is not told."""


@record
class Influence:
    """What one parameter can do: ``loss`` is what its worst value costs with all others at their best.

    Relative to the best point: 0.2 is 20 %. ``possible`` is whether each of its values can run at all.
    """

    name: str
    loss: float
    possible: bool


@record
class Side:
    """The last value of a parameter in one direction, all others as at the best point.

    ``loss`` is what it costs more, relative; ``term`` is the part of the time that grows most from the
    best point to it, by ``more`` [s].
    """

    name: str
    place: int
    loss: float
    term: str
    more: float


@record
class Findings:
    """The result of a search over ``candidates``.

    ``best`` is the place of the least cost, the first of equal ones; ``order`` are the places by cost,
    without those that cannot run. ``ties`` are the places within ``within`` of the best (relative), and
    ``spread`` is what the dearest of them costs more: the most that any choice among them can lose, if
    the model is right. ``current`` is the place of the values in use, None if not told.
    """

    candidates: Candidates
    best: int
    order: Integers
    within: float
    ties: Integers
    spread: float
    influences: tuple[Influence, ...]
    current: int | None = None

    def worth_a_look(self, top: int) -> list[int]:
        """Return the ``top`` places by cost, and those of ties that have a parameter at its end."""
        found = [int(place) for place in self.order[:top].tolist()]
        for values in self.candidates.values.values():
            column = values[self.ties]
            ends = (self.ties[column.argmin()], self.ties[column.argmax()])
            found += [int(place) for place in ends if int(place) not in found]
        return list(dict.fromkeys(found))

    def loss(self, place: int) -> float:
        """Return what a point costs more than the best, relative; infinite if the best is free."""
        cost = self.candidates.cost
        return _over(float(cost[place]), float(cost[self.best]))


def findings_of(candidates: Candidates, within: float, current: int | None = None) -> Findings:
    """Return what the costs say; SAD893 where the program can run at no point."""
    cost = candidates.cost
    known = np.flatnonzero(np.isfinite(cost))
    if not known.size:
        why = candidates.reason_at(0) or "no time is known"
        message = f"the program can run at none of the points: {why}"
        raise argument_error("SAD893", message, "try other values, or other numbers of processes")
    order = known[np.argsort(cost[known], kind="stable")]
    best = int(order[0])
    least = float(cost[best])
    ties = order[cost[order] <= least * (1.0 + within)]
    return Findings(
        *(candidates, best, order, within, ties, _over(float(cost[ties[-1]]), least)),
        tuple(_influence(candidates, name, least) for name in candidates.values),
        current,
    )


def _over(cost: float, least: float) -> float:
    """What a cost is more than the least, relative; infinite if that is nothing."""
    if cost == least:
        return 0.0
    return cost / least - 1.0 if least else float("inf")


def _influence(candidates: Candidates, name: str, least: float) -> Influence:
    values, back = np.unique(candidates.values[name], return_inverse=True)
    best_of_each = np.full(values.size, np.inf)
    np.fmin.at(best_of_each, back.reshape(-1), candidates.cost)
    known = np.isfinite(best_of_each)
    return Influence(name, _over(float(best_of_each[known].max()), least), bool(known.all()))


def sides_of(findings: Findings, terms: Callable[[int], Mapping[str, float]]) -> tuple[Side, ...]:
    """Return what makes each parameter's ends dearer than the best point; ``terms`` are parts [s].

    Left out are parameters of words, and ends that cost less than 1 % more.
    """
    candidates, best = findings.candidates, findings.best
    found: list[Side] = []
    for name, values in candidates.values.items():
        here = np.isfinite(candidates.cost)
        for other, column in candidates.values.items():
            here &= (other == name) | (column == column[best])
        places = np.flatnonzero(here)
        ends = (int(places[values[places].argmin()]), int(places[values[places].argmax()]))
        for place in dict.fromkeys(ends) if name not in candidates.words else ():
            if place == best or findings.loss(place) < LITTLE:
                continue
            least, there = terms(best), terms(place)
            grown = {term: there[term] - least.get(term, 0.0) for term in there}
            term = max(grown, key=lambda item: grown[item], default="")
            if term and grown[term] > 0:
                found.append(Side(name, place, findings.loss(place), term, grown[term]))
    return tuple(found)


def place_of(candidates: Candidates, wanted: dict[str, str]) -> int:
    """Return the place of the point with these values; SAD991 if none has them."""
    keep = np.ones(len(candidates), dtype=np.bool_)
    names = {name.lower(): name for name in candidates.values}
    for written, text in wanted.items():
        name = names.get(written.lower())
        if name is None:
            message = f"--current {written}: it is not among what is tried"
            raise argument_error("SAD991", message, f"tried: {', '.join(names.values())}")
        number = candidates.words.get(name, {}).get(text)
        try:
            number = float(text) if number is None else number
        except ValueError:
            message = f"--current {written}={text}: a value is expected"
            raise argument_error("SAD991", message, "for instance --current nb=64") from None
        keep &= candidates.values[name] == number
    found = np.flatnonzero(keep)
    if found.size != 1:
        shown = ", ".join(f"{name} = {text}" for name, text in wanted.items())
        many = "none" if not found.size else f"{found.size}"
        message = f"--current {shown}: {many} of the points tried have these values"
        raise argument_error("SAD991", message, "name every parameter, with a value of its range")
    return int(found[0])
