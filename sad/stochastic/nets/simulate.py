"""Nets run by chance: many runs side by side as arrays, until the intervals are as narrow as wanted.

Every run makes the same number of firings. A mean is the sum of a reward over all runs by the sum of
their times; leaving each run out in turn gives the interval (jackknife), of quotients too. The first
fifth of every run is dropped, and the two halves of the rest must agree: else the runs have not settled
yet, and go on. Exponential times have no memory, so at each firing they are drawn anew;
a fixed delay runs on while its transition is enabled whenever time passes.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import input_error
from sad.expr.arrays import values_of
from sad.records import record
from sad.stochastic.nets.net import Kind
from sad.stochastic.nets.reach import degrees_of, enabled, marking_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.runtime import Number
    from sad.expr.tree import Expr
    from sad.stochastic.chains.chain import Floats
    from sad.stochastic.nets.bind import Bound
    from sad.stochastic.nets.reach import Ints

RUNS = 128
MOST_EVENTS = 100_000_000
_BATCH, _MOST_BATCHES = (
    200,
    40,
)  # firings of a run; batches, of which two become one when there are more
_DROPPED = 5  # one of so many batches at the beginning
_FAR = 1.5  # halves of two intervals
_MOST_AT_ONCE = 10_000  # immediate firings after each other


@record
class Interval:
    """A mean, and half the width of its 95 % interval."""

    value: float
    half: float


@record
class SimulatedMeans:
    """Means of all runs: each value is an array, of all runs first, then with each left out in turn.

    ``tokens`` are those of places, ``some`` the shares of time in which a place is not empty.
    """

    rates: Mapping[str, Floats]
    tokens: Mapping[str, Floats]
    some: Mapping[str, Floats]
    rewards: Mapping[str, Floats]
    events: int
    seconds: float

    def throughput(self, transition: str) -> Floats:
        """Return the firings per second of a transition."""
        return self.rates[transition]

    def mean(self, tree: Expr) -> Floats:
        """Return the mean of an expression over places."""
        return self.tokens[tree.text] if tree.text in self.tokens else self.rewards[tree.text]


def interval_of(values: Floats) -> Interval:
    """Return the mean and interval of what all runs give, and those with each left out."""
    whole, parts = float(values[0]), values[1:]
    count = len(parts)
    spread = float(((parts - parts.mean()) ** 2).sum()) * (count - 1) / count
    quantile: float = import_module("scipy.special").stdtrit(count - 1, 0.975)
    return Interval(whole, float(quantile) * math.sqrt(spread))


class Simulation:
    """Runs of a net. ``rewards`` are the expressions over places whose means are asked for."""

    def __init__(
        self,
        bound: Bound,
        rewards: Sequence[Expr],
        values: Mapping[str, Number],
        seed: int = 0,
        runs: int = RUNS,
    ) -> None:
        self._net, self.runs = bound.net, runs
        self._speeds = np.array([float(speed) for speed in bound.speeds])
        names = {place.name for place in self._net.places}
        self._rewards = {tree.text: tree for tree in rewards if tree.text not in names}
        self._values = {name: np.float64(float(value)) for name, value in values.items()}
        self._places = {place.name: number for number, place in enumerate(self._net.places)}
        self._random = np.random.default_rng(seed)
        start = np.array([place.tokens for place in self._net.places], np.int64)
        self._tokens: Ints = np.repeat(start[:, None], runs, axis=1)
        count = len(self._net.transitions)
        self._changes = np.zeros((len(self._net.places), count), np.int64)
        for number, item in enumerate(self._net.transitions):
            for place, tokens in item.change.items():
                self._changes[place, number] = tokens
        kinds = [item.kind for item in self._net.transitions]
        self._random_ones = [n for n in range(count) if kinds[n] is Kind.EXPONENTIAL]
        self._fixed = [n for n in range(count) if kinds[n] is Kind.DETERMINISTIC]
        self._left = np.full((len(self._fixed), runs), np.inf)
        numbers = [n for n in range(count) if kinds[n] is Kind.IMMEDIATE]
        ranks = sorted({self._net.transitions[n].priority for n in numbers}, reverse=True)
        self._ranks = [
            [n for n in numbers if self._net.transitions[n].priority == rank] for rank in ranks
        ]
        self._batches: list[tuple[Floats, Floats, Floats]] = []
        self._size = _BATCH
        self.events = 0
        self._settle(np.zeros((count, runs)))

    def run(
        self, narrow: Callable[[SimulatedMeans], bool], most: int = MOST_EVENTS
    ) -> SimulatedMeans:
        """Run until ``narrow`` is content with the means, or for ``most`` firings.

        Raises ``SadError``: SAD618 (immediate transitions fire for ever), SAD619 (nothing can fire).
        """
        look = 10
        while True:
            self._batches.append(self._batch())
            if len(self._batches) >= _MOST_BATCHES:
                pairs = zip(self._batches[::2], self._batches[1::2], strict=True)
                self._batches = [
                    (first[0] + second[0], first[1] + second[1], first[2] + second[2])
                    for first, second in pairs
                ]
                self._size *= 2
                look = len(self._batches)
            if len(self._batches) < look and self.events < most:
                continue
            look = len(self._batches) + 5
            kept = self._batches[len(self._batches) // _DROPPED :]
            means = self._means(kept)
            if self.events >= most or (narrow(means) and self._settled(kept)):
                return means

    def _settled(self, kept: list[tuple[Floats, Floats, Floats]]) -> bool:
        """Whether the tokens of no place differ much between the two halves of what is kept."""
        half = len(kept) // 2
        before, after = self._means(kept[:half]).tokens, self._means(kept[half:]).tokens
        for name, first in before.items():
            left, right = interval_of(first), interval_of(after[name])
            far = _FAR * math.hypot(left.half, right.half)
            if abs(left.value - right.value) > far + 1e-12 * abs(left.value):
                return False
        return True

    def _means(self, kept: list[tuple[Floats, Floats, Floats]]) -> SimulatedMeans:
        times, rewards, fired = (sum(parts) for parts in zip(*kept, strict=True))

        def left_out(sums: Any) -> Any:
            total = sums.sum(axis=-1, keepdims=True)
            return np.concatenate([total, total - sums], axis=-1)

        seconds = left_out(times)
        names = [item.name for item in self._net.transitions]
        places = list(self._places)
        found = left_out(rewards) / seconds
        count = len(places)
        return SimulatedMeans(
            dict(zip(names, left_out(fired) / seconds, strict=True)),
            dict(zip(places, found[:count], strict=True)),
            dict(zip(places, found[count : 2 * count], strict=True)),
            dict(zip(self._rewards, found[2 * count :], strict=True)),
            self.events,
            float(seconds[0]),
        )

    def _batch(self) -> tuple[Floats, Floats, Floats]:
        """The times, rewards and firings of the next firings of every run."""
        times = np.zeros(self.runs)
        rewards = np.zeros((2 * len(self._places) + len(self._rewards), self.runs))
        fired = np.zeros((len(self._net.transitions), self.runs))
        every = np.arange(self.runs)
        for _ in range(self._size):
            chosen, seconds = self._next()
            times += seconds
            self._reward(rewards, seconds)
            fired[chosen, every] += 1
            self._tokens += self._changes[:, chosen]
            self.events += self.runs
            self._settle(fired)
        return times, rewards, fired

    def _reward(self, rewards: Floats, seconds: Floats) -> None:
        def lookup(name: str) -> Any:
            place = self._places.get(name)
            return self._values[name] if place is None else self._tokens[place].astype(np.float64)

        count = len(self._places)
        rewards[:count] += self._tokens * seconds
        rewards[count : 2 * count] += (self._tokens > 0) * seconds
        with np.errstate(all="ignore"):
            for number, tree in enumerate(self._rewards.values(), 2 * count):
                rewards[number] += values_of(tree, lookup) * seconds

    def _next(self) -> tuple[Ints, Floats]:
        """The transition that fires next in each run, and the time until it does."""
        paces = np.zeros((len(self._random_ones), self.runs))
        for place, number in enumerate(self._random_ones):
            item = self._net.transitions[number]
            can = enabled(item, self._tokens)
            degree = 1 if item.servers == 1 else degrees_of(item, self._tokens)
            paces[place] = can * degree * self._speeds[number]
        ends = np.cumsum(paces, axis=0)
        total = ends[-1] if len(ends) else np.zeros(self.runs)
        with np.errstate(divide="ignore"):
            seconds = self._random.standard_exponential(self.runs) / total
        chosen = np.zeros(self.runs, np.int64)
        if len(ends):
            drawn = self._random.random(self.runs) * total
            number = np.minimum((ends <= drawn).sum(axis=0), len(ends) - 1)
            chosen = np.array(self._random_ones)[number]
        if self._fixed:
            for place, number in enumerate(self._fixed):
                can = enabled(self._net.transitions[number], self._tokens)
                fresh = can & np.isinf(self._left[place])
                self._left[place][fresh] = self._speeds[number]
                self._left[place][~can] = np.inf
            first = self._left.argmin(axis=0)
            soonest = self._left[first, np.arange(self.runs)]
            fixed = soonest <= seconds
            seconds = np.where(fixed, soonest, seconds)
            chosen = np.where(fixed, np.array(self._fixed)[first], chosen)
            self._check_alive(seconds)
            self._left -= seconds
            self._left[first[fixed], np.flatnonzero(fixed)] = np.inf
        else:
            self._check_alive(seconds)
        return chosen, seconds

    def _check_alive(self, seconds: Floats) -> None:
        dead = np.flatnonzero(np.isinf(seconds))
        if len(dead):
            marking = marking_text(self._net, self._tokens[:, dead[0]])
            hint = "without --simulate the probabilities of where it ends are computed"
            message = f"no transition can fire in {marking}: the run ends"
            raise input_error("SAD619", message, self._net.span, hint)

    def _settle(self, fired: Floats) -> None:
        """Fire immediate transitions until none is enabled in any run."""
        waiting: Any = np.arange(self.runs)
        chosen: Any = waiting
        for _ in range(_MOST_AT_ONCE):
            if not self._ranks or not len(waiting):
                return
            tokens = self._tokens[:, waiting]
            chosen = np.full(len(waiting), -1)
            for group in self._ranks:
                can = [enabled(self._net.transitions[n], tokens) * self._speeds[n] for n in group]
                ends = np.cumsum(can, axis=0)
                free = (chosen < 0) & (ends[-1] > 0)
                if not free.any():
                    continue
                drawn = self._random.random(len(waiting)) * ends[-1]
                number = np.minimum((ends <= drawn).sum(axis=0), len(group) - 1)
                chosen[free] = np.array(group)[number[free]]
            fires = chosen >= 0
            waiting, chosen = waiting[fires], chosen[fires]
            if not len(waiting):
                return
            self._tokens[:, waiting] += self._changes[:, chosen]
            fired[chosen, waiting] += 1
        item = self._net.transitions[int(chosen[0])]
        marking = marking_text(self._net, self._tokens[:, waiting[0]])
        message = f"immediate transitions fire for ever: {item.name} fires in {marking}"
        hint = "give one of them a rate, or let one take a token away"
        raise input_error("SAD618", message, item.span, hint)
