"""Times that rest on what only a run tells, as sums of products of that.

How often a loop iterates that data ends, and how likely a branch is, no formula knows. But times are
mostly linear in each such number: ``a + b*X1 + c*X1*P1``. What each product is multiplied by is found
from values at a few points, and the sum is compared with values at others. A phase of which it does
not hold is left out and named.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import SadError
from sad.parallel import Phase, Times
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.parallel import Scalable

    Floats = NDArray[np.float64]

Factor = tuple[str, ...]
"""Names of unknowns that are multiplied; empty for what is done once."""
_SAME = 1e-9
"""Relative: what is no difference."""
_MOST_TOGETHER = 6
"""Unknowns of one phase."""
_TRIES = 8
_GREAT, _SMALLER = 20_000.0, 1000.0  # sums are evaluated term by term
_TOO_MANY = "SAD937"  # iterations that are gone through one by one


@record
class Unknown:
    """A number that only a run tells: its name and a short one, its least value, and what it is.

    ``likely`` is what it is taken to be, of probabilities; None of others.
    """

    name: str
    short: str
    least: float
    likely: float | None
    what: str

    @property
    def is_share(self) -> bool:
        """Whether it is a probability."""
        return self.likely is not None

    @property
    def nodes(self) -> tuple[float, float]:
        """Two values that it may have, 1 apart."""
        first = 0.0 if self.is_share else max(self.least, 1.0)
        return first, first + 1.0

    def other(self, number: int, great: float) -> float:
        """Return further values; of few in a row no two are the same."""
        if self.is_share:
            return 0.1 + 0.8 * (number * 0.6180339887 % 1.0)
        return self.nodes[1] + (1.0, 2.0, 7.0, 10.0, 93.0, great)[number % 6]


class Separated:
    """A program whose times are sums of products of unknowns; others are ``fixed``.

    So far as was looked, ``left`` are the names of phases that are none, and ``most`` the products with
    the greatest time [s] that goes with each.
    """

    def __init__(
        self, program: Scalable, unknowns: Sequence[Unknown], fixed: Mapping[str, float]
    ) -> None:
        self.program, self.unknowns, self.fixed = program, tuple(unknowns), fixed
        open_ = {*fixed, *(item.name for item in unknowns)}
        self.parameters = tuple(name for name in program.parameters if name not in open_)
        self.left: dict[str, None] = {}
        self.most: dict[Factor, float] = {}
        self._known: tuple[object, dict[Factor, Times]] | None = None

    def at(self, points: Mapping[str, Floats]) -> dict[Factor, Times]:
        """Return the times that go with each product, at points that are arrays of one length.

        Raises as the program's ``times``.
        """
        key = tuple((name, values.tobytes()) for name, values in points.items())
        if self._known is None or self._known[0] != key:
            try:
                found = self._parts(points, _GREAT)
            except SadError as error:
                if error.diagnostic.code != _TOO_MANY:
                    raise
                found = self._parts(points, _SMALLER)
            self._known = key, found
        return self._known[1]

    def _parts(self, points: Mapping[str, Floats], great: float) -> dict[Factor, Times]:
        number = len(self.unknowns)
        base = np.array([item.other(place + 1, 11.0) for place, item in enumerate(self.unknowns)])
        moved = np.tile(base, (number, 1))
        for place, item in enumerate(self.unknowns):
            moved[place, place] = item.other(place + 2, 13.0)
        tried = np.array(
            [
                [item.other(row + 5 * place, great) for place, item in enumerate(self.unknowns)]
                for row in range(_TRIES)
            ]
        )
        first = self._times(points, np.vstack((base, moved, tried)))
        seconds = [phase.seconds for phase in first.phases]
        needs = [
            tuple(n for n in range(number) if not _same(column[0], column[1 + n]))
            for column in seconds
        ]
        corners: dict[tuple[int, ...], int] = {}
        rows: list[Floats] = []
        for places in sorted({some for some in needs if len(some) <= _MOST_TOGETHER}):
            corners[places] = len(rows)
            for values in product(*(self.unknowns[place].nodes for place in places)):
                rows.append(base.copy())
                rows[-1][list(places)] = values
        second = self._times(points, np.array(rows or [base]))
        assert first.impossible is not None
        assert second.impossible is not None
        both = np.vstack((first.impossible, second.impossible))
        impossible = np.asarray(both.any(axis=0))
        able = ~impossible
        found: dict[Factor, list[Phase]] = {(): []}
        for phase, column, other, places in zip(
            first.phases, seconds, second.phases, needs, strict=True
        ):
            own = {}
            if places in corners:
                start = corners[places]
                own = self._coefficients(places, other.seconds[start : start + 2 ** len(places)])
            told = self._sum(own, tried)
            if not own or not _same(told[:, able], column[1 + number :][:, able]):
                self.left[phase.name] = None
                continue
            for factor, values in own.items():
                part = Phase(phase.name, phase.communicates, values)
                found.setdefault(factor, []).append(part)
        for factor, own in found.items():
            times = sum((np.abs(phase.seconds[able]) for phase in own), start=np.zeros(able.sum()))
            self.most[factor] = max(self.most.get(factor, 0.0), times.max(initial=0.0))
        reason = first.reason or second.reason
        return {factor: _times(own, impossible, reason) for factor, own in found.items()}

    def _times(self, points: Mapping[str, Floats], rows: Floats) -> Times:
        """The program's times at all points with each row of values of the unknowns: rows by points."""
        size = len(next(iter(points.values())))
        whole = {name: np.tile(values, len(rows)) for name, values in points.items()}
        for place, item in enumerate(self.unknowns):
            whole[item.name] = np.repeat(rows[:, place], size)
        whole |= {name: np.full(len(rows) * size, value) for name, value in self.fixed.items()}
        found = self.program.times(whole)
        shape = len(rows), size
        phases = found.phases or (
            Phase("computation", communicates=False, seconds=found.computation),
            Phase("communication", communicates=True, seconds=found.communication),
        )
        impossible = found.impossible
        if impossible is None:
            impossible = np.zeros(len(rows) * size, np.bool_)
        return Times(
            found.computation.reshape(shape),
            found.communication.reshape(shape),
            tuple(Phase(p.name, p.communicates, p.seconds.reshape(shape)) for p in phases),
            impossible.reshape(shape),
            found.reason,
        )

    def _coefficients(self, places: tuple[int, ...], corners: Floats) -> dict[Factor, Floats]:
        """What products of some unknowns go with, from times where each has one of two values."""
        values = corners.reshape((2,) * len(places) + corners.shape[1:])
        for axis, place in enumerate(places):
            low, high = self.unknowns[place].nodes
            first, second = np.take(values, 0, axis), np.take(values, 1, axis)
            values = np.stack((high * first - low * second, second - first), axis)
        most = np.nanmax(np.abs(corners), initial=0.0)
        found: dict[Factor, Floats] = {}
        for chosen in product((0, 1), repeat=len(places)):
            part = values[chosen]
            if not chosen or np.nanmax(np.abs(part), initial=0.0) > _SAME * most:
                names = zip(chosen, places, strict=True)
                found[tuple(self.unknowns[place].name for each, place in names if each)] = part
        return found

    def _sum(self, parts: Mapping[Factor, Floats], rows: Floats) -> Floats:
        column = {item.name: rows[:, place] for place, item in enumerate(self.unknowns)}
        total = np.zeros((len(rows), 1))
        for factor, values in parts.items():
            weight = prod((column[name] for name in factor), start=np.ones(len(rows)))
            total = total + weight[:, None] * values
        return total


class Term:
    """What goes with one product of unknowns, as a program of its own (``sad.parallel.Scalable``).

    Probabilities are what they likely are. So far as was looked, times are other ones by ``low`` to
    ``high`` at most, relative, where these are from 0 to 1.
    """

    def __init__(self, whole: Separated, factor: Factor) -> None:
        self._whole, self._factor = whole, factor
        self._likely = {i.name: i.likely for i in whole.unknowns if i.likely is not None}
        self.low = self.high = 0.0
        self.name, self.dimensions = whole.program.name, whole.program.dimensions
        self.parameters = whole.parameters

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points; 0 where the product is in none."""
        found = self._whole.at(points)
        once = found[()]
        assert once.impossible is not None
        phases: dict[tuple[str, bool], dict[Factor, Floats]] = {}
        for factor, times in found.items():
            shares = tuple(name for name in factor if name in self._likely)
            if tuple(name for name in factor if name not in shares) == self._factor:
                for phase in times.phases:
                    phases.setdefault((phase.name, phase.communicates), {})[shares] = phase.seconds
        ends = np.zeros((2, once.impossible.size))
        likely: list[Phase] = []
        for (name, communicates), own in phases.items():
            seconds = sum((v * prod(map(self._likely.__getitem__, f)) for f, v in own.items()), 0.0)
            likely.append(Phase(name, communicates, np.asarray(seconds)))
            ends += _ends(own)
        result = _times(likely, once.impossible, once.reason)
        total = result.computation + result.communication
        able = total > 0
        low, high = ends[:, able] / total[able] - 1
        self.low = min(self.low, low.min(initial=0.0))
        self.high = max(self.high, high.max(initial=0.0))
        return result


def _ends(parts: Mapping[Factor, Floats]) -> Floats:
    """The least and the greatest sum of products where each factor is 0 or 1: two rows."""
    names = list(dict.fromkeys(name for factor in parts for name in factor))
    sums: list[Floats] = []
    for values in product((False, True), repeat=len(names)):
        chosen = {name for name, value in zip(names, values, strict=True) if value}
        sums.append(np.sum([v for factor, v in parts.items() if chosen.issuperset(factor)], axis=0))
    size = next(iter(parts.values())).size
    rows = [np.broadcast_to(values, size) for values in sums]
    return np.stack((np.min(rows, axis=0), np.max(rows, axis=0)))


def _times(phases: Sequence[Phase], impossible: NDArray[np.bool_], reason: str) -> Times:
    totals = {True: np.zeros(impossible.size), False: np.zeros(impossible.size)}
    for phase in phases:
        totals[phase.communicates] += phase.seconds
    for total in totals.values():
        total[impossible] = np.nan
    return Times(totals[False], totals[True], tuple(phases), impossible, reason)


def _same(one: Floats, other: Floats) -> bool:
    return bool(np.allclose(one, other, rtol=_SAME, atol=0.0, equal_nan=True))
