"""How wide the prediction at a new size must be: 5 to 95 % of what all candidates say together.

Each candidate predicts a normal distribution; their weighted sum says where a value measured at a new
size may lie. Half the width of the interval around the chosen function that holds the share ``MASS`` of
it, divided by 1.645, is the standard deviation given. It is that inside the measured sizes, and grows
with every doubling beyond them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sad.description.parameters import Kind
from sad.profiles.fitting.noise import run_variance
from sad.profiles.fitting.points import Run
from sad.profiles.fitting.text import number, rounded_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.profiles.fitting.candidates import Candidate
    from sad.profiles.fitting.columns import Sizes
    from sad.profiles.fitting.points import Table

MASS = 0.95
_NORMAL = 1.6449  # the 95 % quantile of the normal distribution
_SLIGHT = 0.05  # growth over all steps that is not worth a term of its own
_FAR = 1 << 30
_HARDLY = 1e-3
_NEGLIGIBLE = 2.0**-11
_STEPS = (0.5, 1.0, 2.0, 4.0)  # doublings beyond the measured sizes that are looked at


class Growth(NamedTuple):
    """``slope`` times the ``power`` of the doublings beyond the measured sizes."""

    slope: float
    power: int

    def after(self, doublings: float) -> float:
        """Return the growth after so many doublings."""
        return self.slope * doublings**self.power


@dataclass(frozen=True, slots=True)
class Spread:
    """Standard deviation inside the measured sizes, and its growth beyond, by size.

    It is absolute, or relative to the value, of a function that ``vanishes`` somewhere to 1 at least.
    """

    inside: float
    beyond: dict[str, Growth]
    is_relative: bool
    vanishes: bool = False

    def text(self, function: str, ranges: dict[str, tuple[float, float]]) -> str:
        """Return it as an expression; ``ranges`` are the least and greatest measured sizes."""
        parts = [rounded_up(self.inside)] if self.inside > 0 else []
        for name, growth in self.beyond.items():
            if growth.slope > 0:
                least, most = ranges[name]
                power = f"**{growth.power}" if growth.power > 1 else ""
                parts.append(f"{rounded_up(growth.slope)}*{_beyond(name, least, most)}{power}")
        if not parts:
            return "0"
        text = " + ".join(parts)
        if not self.is_relative:
            return text
        size = f"({function})" if " + " in function or " - " in function else function
        if self.vanishes:
            size = f"max(1, {function})"  # a deviation of 0 where the function is 0 would be wrong
        return f"{size}*({text})" if len(parts) > 1 else f"{text}*{size}"


def _beyond(name: str, least: float, most: float) -> str:
    below = f", {number(least)}/{name}" if least > 0 else ""
    return f"log2(max(1, {name}/{number(most)}{below}))"


def spread(table: Table, best: Candidate, found: Sequence[Candidate], kind: Kind) -> Spread:
    """Return the standard deviation of ``best`` as weighed by all that were ``found``."""
    events = sorted(point.events / len(point.runs) for point in table.points)
    typical = Run(0.0, events[(len(events) - 1) // 2])
    inside = [(at, 0.0) for at in (*table.sizes, *_between(table))]
    beyond = {name: _outside(table, name) for name in _outward(table, best)}
    places = [*inside, *(place for trial in beyond.values() for place in trial)]
    widths: dict[Sizes, tuple[float, float]] = {}
    for at, _ in places:
        value = best.predict(table.names, at)
        if value is not None:
            width = _half_width(table, found, kind, at, typical, value[0])
            widths[at] = (abs(value[0]), width / _NORMAL)
    vanishes = _vanishes(table, best)
    relative = (False, True) if kind is Kind.TRIP_COUNT or not vanishes else (False,)
    choices = [
        _summary(inside, beyond, widths, is_relative, power)
        for is_relative in relative
        for power in (1, 2, 3)
    ]
    found_best = min(choices, key=lambda choice: _generosity(choice, beyond, widths))
    return replace(found_best, vanishes=vanishes)


def _vanishes(table: Table, best: Candidate) -> bool:
    """Whether the function is 0 or less, or has no value, where all sizes are 1, measured, or huge."""
    sizes = [*table.sizes, tuple(1 for _ in table.names), tuple(_FAR for _ in table.names)]
    values = [best.predict(table.names, at) for at in sizes]
    return any(value is None or value[0] <= 0 for value in values)


def _outward(table: Table, best: Candidate) -> list[str]:
    """Return the sizes along which there is a beyond: those of the function, or all."""
    positive = [name for name, (_, most) in ranges(table).items() if most > 0]
    used = [name for name in positive if any(_mentions(term, name) for term in best.form.terms)]
    return (used or positive)[:1] if rise_together(table) else positive


def _mentions(term: str, name: str) -> bool:
    at = term.find(name)
    while at >= 0:
        before, after = term[at - 1 : at], term[at + len(name) : at + len(name) + 1]
        if not (_is_word(before) or _is_word(after)):
            return True
        at = term.find(name, at + 1)
    return False


def _is_word(character: str) -> bool:
    return character.isalnum() or character in {"_", "$", ".", "@"}


def rise_together(table: Table) -> bool:
    """Whether all sizes rise and fall together, so that nothing tells them apart."""
    return all(
        all(a < b for a, b in zip(first, second, strict=True))
        for first, second in pairwise(table.sizes)
    )


def ranges(table: Table) -> dict[str, tuple[float, float]]:
    """Return the least and the greatest measured value of each size."""
    found: dict[str, tuple[float, float]] = {}
    for index, name in enumerate(table.names):
        values = [at[index] for at in table.sizes]
        found[name] = (min(values), max(values))
    return found


def _between(table: Table) -> list[Sizes]:
    return [
        tuple((a + b) / 2 for a, b in zip(first, second, strict=True))
        for first, second in pairwise(table.sizes)
    ]


def _outside(table: Table, name: str) -> list[tuple[Sizes, float]]:
    """Return sizes beyond the measured ones along ``name``, with how many doublings beyond.

    Sizes that rose together are scaled together, each by as much as it did.
    """
    lead = table.names.index(name)
    low = min(table.sizes, key=lambda at: at[lead])
    high = max(table.sizes, key=lambda at: at[lead])
    powers = [float(index == lead) for index in range(len(table.names))]
    if rise_together(table):
        powers = [
            _doublings(a, b) / (_doublings(low[lead], high[lead]) or 1.0) or 1.0
            for a, b in zip(low, high, strict=True)
        ]
    found: list[tuple[Sizes, float]] = []
    for step in _STEPS:
        for start, sign in ((high, 1), (low, -1)):
            at = tuple(
                size * 2.0 ** (sign * step * power)
                for size, power in zip(start, powers, strict=True)
            )
            if start[lead] > 0 and (sign > 0 or at[lead] >= min(1, start[lead])):
                found.append((at if len(at) > 1 else _kept_whole(at, start), step))
    return found


def _doublings(low: float, high: float) -> float:
    """Return how often ``low`` doubles up to ``high``; 0 where that has no meaning."""
    return math.log2(high / low) if 0 < low < high else 0.0


def _kept_whole(at: Sizes, like: Sizes) -> Sizes:
    return tuple(
        round(size) if isinstance(old, int) else size for size, old in zip(at, like, strict=True)
    )


def _half_width(
    table: Table, found: Sequence[Candidate], kind: Kind, at: Sizes, typical: Run, centre: float
) -> float:
    """Return half the width around ``centre`` that holds ``MASS`` of the weighted predictions."""
    parts: list[tuple[float, float, float]] = []
    most = min(candidate.bits for candidate in found)
    centre = _clipped(centre, kind)
    for candidate in found:
        weight = 2.0 ** (most - candidate.bits)
        predicted = candidate.predict(table.names, at) if weight > _NEGLIGIBLE else None
        if predicted is None:
            continue
        value, variance = _clipped(predicted[0], kind), predicted[1]
        if candidate.noise is not None:
            variance += run_variance(candidate.noise, kind, value, typical)
        parts.append((weight, value - centre, math.sqrt(variance)))
    whole = math.fsum(weight for weight, _, _ in parts)

    def held(width: float) -> float:
        return math.fsum(weight * _inside(offset, sd, width) for weight, offset, sd in parts)

    if held(0.0) >= MASS * whole:
        return 0.0
    high = max(abs(offset) + 6 * sd for _, offset, sd in parts)
    low = 0.0
    for _ in range(18):
        middle = (low + high) / 2
        low, high = (low, middle) if held(middle) >= MASS * whole else (middle, high)
    return high


def _inside(offset: float, sd: float, width: float) -> float:
    """Return the probability of lying within ``width`` of zero."""
    if sd == 0:
        return float(abs(offset) <= width + 1e-12)
    scale = sd * math.sqrt(2)
    return 0.5 * (math.erf((width - offset) / scale) + math.erf((width + offset) / scale))


def _clipped(value: float, kind: Kind) -> float:
    if kind is Kind.PROBABILITY:
        return min(1.0, max(0.0, value))
    return value if kind in (Kind.SIZE, Kind.VALUE) else max(0.0, value)


def _summary(
    inside: list[tuple[Sizes, float]],
    beyond: dict[str, list[tuple[Sizes, float]]],
    widths: dict[Sizes, tuple[float, float]],
    is_relative: bool,
    power: int,
) -> Spread:
    """Return the least spread of this kind that is nowhere less than ``widths``."""

    def wanted(at: Sizes) -> float | None:
        if at not in widths:
            return None
        value, width = widths[at]
        if not is_relative:
            return width
        return width / value if value > 0 else (0.0 if width == 0 else math.inf)

    level = max((width for at, _ in inside if (width := wanted(at)) is not None), default=0.0)
    growths: dict[str, Growth] = {}
    for name, trial in beyond.items():
        slope = 0.0
        for at, step in trial:
            width = wanted(at)
            if width is not None:
                slope = max(slope, (width - level) / step**power)
        growth = Growth(slope, power)
        if growth.after(_STEPS[-1]) < _SLIGHT * level:
            level, growth = level + growth.after(_STEPS[-1]), Growth(0.0, 1)
        growths[name] = growth
    if level == 0:  # known inside, not beyond: no normal distribution has the deviation 0
        level = _HARDLY * max((growth.after(1.0) for growth in growths.values()), default=0.0)
    return Spread(level, growths, is_relative)


def _generosity(
    choice: Spread,
    beyond: dict[str, list[tuple[Sizes, float]]],
    widths: dict[Sizes, tuple[float, float]],
) -> float:
    """Return how much wider than needed a spread is, as a sum of logarithms; inf if it is unusable."""
    slopes = [growth.slope for growth in choice.beyond.values()]
    if not all(map(math.isfinite, [choice.inside, *slopes])):
        return math.inf
    total = 0.0
    for name, trial in beyond.items():
        for at, step in trial:
            if at in widths:
                value, width = widths[at]
                given = choice.inside + choice.beyond[name].after(step)
                given *= value if choice.is_relative else 1.0
                total += math.log((given + 1e-300) / (width + 1e-300))
    return total
