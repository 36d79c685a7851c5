"""How wide the prediction at a new size must be: 5 to 95 % of what all candidates say together.

Each candidate predicts a normal distribution; their weighted sum says where a value measured at a new
size may lie. Half the width of the interval around the chosen function that holds the share ``MASS`` of
it, divided by 1.645, is the standard deviation given. It is that inside the measured sizes, and grows
with every doubling beyond them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sad.description.parameters import Kind
from sad.profiles.fitting.noise import run_variance
from sad.profiles.fitting.points import Run
from sad.profiles.fitting.text import number, rounded_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.profiles.fitting.candidates import Candidate
    from sad.profiles.fitting.columns import Sizes
    from sad.profiles.fitting.points import Table

MASS = 0.92
_NORMAL = 1.6449  # the 95 % quantile of the normal distribution
_SLIGHT = 0.05  # growth over all steps that is not worth a term of its own
_STEPS = (0.5, 1.0, 2.0, 4.0)  # doublings beyond the measured sizes that are looked at


@dataclass(frozen=True, slots=True)
class Spread:
    """Standard deviation inside the measured sizes, and more of it per doubling of a size beyond.

    It is absolute, or relative to the value.
    """

    inside: float
    per_doubling: dict[str, float]
    is_relative: bool

    def text(self, function: str, ranges: dict[str, tuple[float, float]]) -> str:
        """Return it as an expression; ``ranges`` are the least and greatest measured sizes."""
        parts = [rounded_up(self.inside)] if self.inside > 0 else []
        for name, slope in self.per_doubling.items():
            if slope > 0:
                least, most = ranges[name]
                parts.append(f"{rounded_up(slope)}*{_beyond(name, least, most)}")
        if not parts:
            return "0"
        text = " + ".join(parts)
        if not self.is_relative:
            return text
        size = f"abs({function})" if "-" in function else function
        if " + " in size and not size.startswith("abs("):
            size = f"({size})"
        return f"{size}*({text})" if len(parts) > 1 else f"{text}*{size}"


def _beyond(name: str, least: float, most: float) -> str:
    below = f", {number(least)}/{name}" if least > 0 else ""
    return f"log2(max(1, {name}/{number(most)}{below}))"


def spread(table: Table, found: Sequence[Candidate], kind: Kind) -> Spread:
    """Return the standard deviation of the first of ``found`` as weighed by all of them."""
    best = found[0]
    events = sorted(point.pooled.reached / len(point.runs) for point in table.points)
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
    choices = [_summary(inside, beyond, widths, is_relative) for is_relative in (False, True)]
    return min(choices, key=lambda choice: _generosity(choice, beyond, widths))


def _outward(table: Table, best: Candidate) -> list[str]:
    """Return the sizes along which there is a beyond: those of the function, or all."""
    if any(least <= 0 for least, _ in ranges(table).values()):
        positive = [name for name, (least, _) in ranges(table).items() if least > 0]
    else:
        positive = list(table.names)
    if not positive:
        return []
    used = [name for name in positive if any(_mentions(term, name) for term in best.form.terms)]
    if _together(table, positive):
        return (used or positive)[:1]
    return positive


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


def _together(table: Table, names: Sequence[str]) -> bool:
    """Whether all sizes rise and fall together, so that nothing tells them apart."""
    if len(names) < 2 or len(table.sizes) < 2:
        return len(table.sizes) < 2
    columns = [[at[table.names.index(name)] for at in table.sizes] for name in names]
    order = sorted(range(len(table.sizes)), key=lambda index: columns[0][index])
    return all(all(column[a] < column[b] for a, b in pairwise(order)) for column in columns)


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
    """Return sizes beyond the measured ones along ``name``, with how many doublings beyond."""
    number_of = table.names.index(name)
    least = ranges(table)[name][0]
    low = min(table.sizes, key=lambda at: at[number_of])
    high = max(table.sizes, key=lambda at: at[number_of])
    together = _together(table, table.names)
    found: list[tuple[Sizes, float]] = []
    for step in _STEPS:
        for start, factor in ((high, 2.0**step), (low, 0.5**step)):
            if start[number_of] * factor < 1 <= least:
                continue  # sizes are whole numbers, or at least of that order
            at = tuple(
                size * factor if together or index == number_of else size
                for index, size in enumerate(start)
            )
            found.append((_kept_whole(at, start), step))
    return found


def _kept_whole(at: Sizes, like: Sizes) -> Sizes:
    return tuple(
        round(size) if isinstance(old, int) else size for size, old in zip(at, like, strict=True)
    )


def _half_width(
    table: Table, found: Sequence[Candidate], kind: Kind, at: Sizes, typical: Run, centre: float
) -> float:
    """Return half the width around ``centre`` that holds ``MASS`` of the weighted predictions."""
    parts: list[tuple[float, float, float]] = []
    centre = _clipped(centre, kind)
    for candidate in found:
        predicted = candidate.predict(table.names, at)
        if predicted is None:
            continue
        value, variance = _clipped(predicted[0], kind), predicted[1]
        if candidate.noise is not None:
            variance += run_variance(candidate.noise, kind, value, typical)
        weight = 2.0 ** (found[0].bits - candidate.bits)
        parts.append((weight, value - centre, math.sqrt(variance)))
    whole = math.fsum(weight for weight, _, _ in parts)

    def held(width: float) -> float:
        return math.fsum(weight * _inside(offset, sd, width) for weight, offset, sd in parts)

    if held(0.0) >= MASS * whole:
        return 0.0
    high = max(abs(offset) + 6 * sd for _, offset, sd in parts)
    low = 0.0
    for _ in range(30):
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
    slopes: dict[str, float] = {}
    for name, trial in beyond.items():
        steepest = 0.0
        for at, step in trial:
            width = wanted(at)
            if width is not None:
                steepest = max(steepest, (width - level) / step)
        if steepest * _STEPS[-1] < _SLIGHT * level:
            level, steepest = level + steepest * _STEPS[-1], 0.0
        slopes[name] = steepest
    return Spread(level, slopes, is_relative)


def _generosity(
    choice: Spread,
    beyond: dict[str, list[tuple[Sizes, float]]],
    widths: dict[Sizes, tuple[float, float]],
) -> float:
    """Return how much wider than needed a spread is, as a sum of logarithms; inf if it is unusable."""
    if not math.isfinite(choice.inside) or not all(
        map(math.isfinite, choice.per_doubling.values())
    ):
        return math.inf
    total = 0.0
    for name, trial in beyond.items():
        for at, step in trial:
            if at in widths:
                value, width = widths[at]
                given = choice.inside + choice.per_doubling[name] * step
                given *= value if choice.is_relative else 1.0
                total += math.log((given + 1e-300) / (width + 1e-300))
    return total
