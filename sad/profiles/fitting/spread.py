"""How wide the prediction at a new size must be, as an expression of the sizes.

From the intervals that hold what all candidates say (``mixture``): half of one, divided by 1.645, is
the standard deviation of a normal distribution with 5 and 95 % at its ends. It is constant inside the
measured sizes, absolutely or relative to the value, and grows with the doublings beyond them. Where it
is not small against the value, it is that of the logarithm: values are not negative, and a normal
distribution cut at zero would leave out the small ones. Probabilities near 1 then have a beta
distribution, as if they were known from so many events that did not happen.

For large a, 1 - p of ``beta(a, b)`` has a gamma distribution with the shape b, whose 95 % quantile is
about (1 - 1/(9*b) + 1.645/(3*sqrt(b)))**3 of its mean (Wilson and Hilferty, "The distribution of
chi-square", Proc. Natl. Acad. Sci. 17, 1931).
"""

from __future__ import annotations

import math
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from sad.model.parameters import Kind
from sad.profiles.fitting.forms import ONE, number, rounded_up
from sad.profiles.fitting.noise import run_variance
from sad.profiles.fitting.places import STEPS, between, outside, outward
from sad.profiles.fitting.points import Run
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.profiles.fitting.candidates import Candidate
    from sad.profiles.fitting.points import PointTable, Sizes


_NORMAL = 1.6449  # the 95 % quantile of the normal distribution
_SLIGHT = 0.05  # growth over all steps that is not worth a term of its own
_FAR = 1 << 30
_VAGUEST = 2  # of a logarithm: a factor of 27 up and down; more would only move the mean away
_HARDLY = 1e-3
_EDGE = 1e-6
_WIDE = 0.4  # of the way to the nearest bound, from which on a normal distribution would be cut
MASS = 0.95
"""The share of it that an interval must hold."""
_CERTAIN = 0.96  # of it at one value: then there is no interval
_NEGLIGIBLE = 2.0**-11
_WIDEST = 5.0  # of a logarithm: a factor of 150 up and down says that nothing is known
_RESOLUTION = 2.0**-18
FEWEST = 0.3
"""With fewer events the quantile hardly grows any more."""
_MOST = 1e9
_BETA_HALVINGS = 50


class Scale(Enum):
    """What a spread is.

    The standard deviation of the value, as it is or relative to the function, or of its logarithm; or
    for a probability, from how many events of the other kind it would be as uncertain.
    """

    ABSOLUTE = auto()
    RELATIVE = auto()
    LOGARITHM = auto()
    EVENTS = auto()


class Growth(NamedTuple):
    """``slope`` times the ``power`` of the doublings beyond the measured sizes."""

    slope: float
    power: int

    def after(self, doublings: float) -> float:
        """Return the growth after so many doublings."""
        return self.slope * doublings**self.power


@record
class Spread:
    """Standard deviation inside the measured sizes, and its growth beyond, by size.

    ``vanishes`` says that the function is 0 somewhere; a relative one is then relative to 1 at least.
    """

    inside: float
    beyond: dict[str, Growth]
    scale: Scale
    vanishes: bool = False

    def text(self, function: str, ranges: dict[str, tuple[float, float]]) -> str:
        """Return it as an expression; ``ranges`` are the least and greatest measured sizes."""
        parts = [rounded_up(self.inside)] if self.inside else []
        for name, growth in self.beyond.items():
            if growth.slope > 0:
                least, most = ranges[name]
                power = f"**{growth.power}" if growth.power > 1 else ""
                parts.append(f"{rounded_up(growth.slope)}*{_doublings(name, least, most)}{power}")
        if not parts:
            return "0"
        if self.scale is Scale.EVENTS:
            return self._events(ranges)
        text = " + ".join(parts)
        if self.scale is Scale.LOGARITHM:
            return f"min({_VAGUEST}, {text})" if len(parts) > 1 or self.inside > _VAGUEST else text
        if self.scale is Scale.ABSOLUTE:
            return text
        size = f"({function})" if " + " in function or " - " in function else function
        if self.vanishes:
            size = f"max(1, {function})"  # a deviation of 0 where the function is 0 would be wrong
        return f"{size}*({text})" if len(parts) > 1 else f"{text}*{size}"

    def _events(self, ranges: dict[str, tuple[float, float]]) -> str:
        """Return how many events: ``inside`` of them, divided by what grows beyond."""
        text = number(max(FEWEST, math.floor(2.0**-self.inside * 100) / 100), 3)
        factors = [
            f"max(1, {_factors(name, *ranges[name])})**{rounded_up(growth.slope)}"
            for name, growth in self.beyond.items()
            if growth.slope > 0
        ]
        return f"max({FEWEST}, {'/'.join([text, *factors])})" if factors else text


def _doublings(name: str, least: float, most: float) -> str:
    return f"log2(max(1, {_factors(name, least, most)}))"


def _factors(name: str, least: float, most: float) -> str:
    below = f", {number(least)}/{name}" if least > 0 else ""
    return f"{name}/{number(most)}{below}"


class _Place(NamedTuple):
    """A size that is looked at, the function there, and how far the candidates are spread around it."""

    doublings: float
    centre: float
    spread: Mixture

    def width(self, scale: Scale) -> float:
        """Return the standard deviation that is needed here."""
        if scale is Scale.EVENTS:
            centre = min(1 - _EDGE, max(_EDGE, self.centre))
            return -math.log2(other_events(self.spread.half_ratio_of_rest(centre)))
        if scale is Scale.LOGARITHM:
            return self.spread.half_ratio(self.centre) / _NORMAL if self.centre > 0 else 0.0
        width = self.spread.half_width(self.centre) / _NORMAL
        if scale is Scale.ABSOLUTE or width == 0:
            return width
        return width / abs(self.centre) if self.centre else math.inf

    def narrowness(self) -> float:
        """Return the deviation relative to how far the value is from the nearest bound."""
        room = self.centre
        if self.spread.kind is Kind.PROBABILITY:
            room = min(room, 1 - room)
        width = self.spread.half_width(self.centre) / _NORMAL
        return width / room if room > 0 else (0.0 if width == 0 else math.inf)


class _Places:
    """All sizes that are looked at: inside the measured ones, and beyond them along each size."""

    def __init__(
        self, table: PointTable, best: Candidate, found: Sequence[Candidate], kind: Kind
    ) -> None:
        def place(at: Sizes, doublings: float) -> _Place | None:
            value = best.predict(table.names, at)
            if value is None:
                return None
            return _Place(doublings, clipped(value[0], kind), mixture(table, found, kind, at))

        inside = (place(at, 0.0) for at in (*table.sizes, *between(table)))
        self.inside = [item for item in inside if item is not None]
        self.beyond: dict[str, list[_Place]] = {}
        for name in outward(table, best):
            tried = (place(at, doublings) for at, doublings in outside(table, name))
            self.beyond[name] = [item for item in tried if item is not None]

    @property
    def most(self) -> float:
        """The greatest value of the function inside the measured sizes."""
        return max((place.centre for place in self.inside), default=0.0)

    def narrowness(self) -> float:
        """Return the greatest deviation relative to the room, up to two doublings beyond."""
        beyond = (place for each in self.beyond.values() for place in each if place.doublings <= 2)
        return max((place.narrowness() for place in (*self.inside, *beyond)), default=0.0)

    def widths(self, scale: Scale) -> tuple[float, dict[str, list[tuple[float, float]]]]:
        """Return the width needed inside, and the doublings and widths beyond, by size."""
        level = max((place.width(scale) for place in self.inside), default=0.0)
        beyond = {
            name: [(place.doublings, place.width(scale)) for place in places]
            for name, places in self.beyond.items()
        }
        return level, beyond


def spread(table: PointTable, best: Candidate, found: Sequence[Candidate], kind: Kind) -> Spread:
    """Return the standard deviation of ``best`` as weighed by all that were ``found``."""
    places = _Places(table, best, found, kind)
    vanishes = _vanishes(table, best)
    is_wide = not _is_bound(best, kind) and places.narrowness() > _WIDE
    if is_wide and kind is Kind.PROBABILITY and places.most > 0.5:
        scales = [Scale.EVENTS]
    elif is_wide and kind in (Kind.TRIP_COUNT, Kind.PROBABILITY, Kind.SECONDS):
        scales = [Scale.LOGARITHM]
    elif vanishes and kind is not Kind.TRIP_COUNT:
        scales = [Scale.ABSOLUTE]
    else:
        scales = [Scale.ABSOLUTE, Scale.RELATIVE]
    choices: list[tuple[float, int, Spread]] = []
    for scale in scales:
        level, beyond = places.widths(scale)
        for power in (1,) if scale is Scale.EVENTS else (1, 2, 3):
            choice = _summary(level, beyond, scale, power)
            choices.append((_generosity(choice, beyond), len(choices), choice))
    return replace(min(choices)[2], vanishes=vanishes)


def _is_bound(best: Candidate, kind: Kind) -> bool:
    """Whether the function is what never happens, or what always does."""
    always = best.form.terms == (ONE,) and kind is Kind.PROBABILITY and best.coefficients[0] == 1
    return always or not (any(best.coefficients) or best.form.fixed)


def _vanishes(table: PointTable, best: Candidate) -> bool:
    """Whether the function is 0 or less where all sizes are 1, measured, or huge.

    That it has no value counts as well, but where sizes are huge: exponential ones are beyond floats.
    """
    sizes = [*table.sizes, tuple(1 for _ in table.names)]
    values = [best.predict(table.names, at) for at in sizes]
    far = best.predict(table.names, tuple(_FAR for _ in table.names))
    return any(value is None or value[0] <= 0 for value in [*values, *([far] if far else [])])


def _summary(
    level: float, beyond: dict[str, list[tuple[float, float]]], scale: Scale, power: int
) -> Spread:
    """Return the least spread of this form that is nowhere less than what is needed."""
    growths: dict[str, Growth] = {}
    for name, each in beyond.items():
        slopes = ((width - level) / doublings**power for doublings, width in each)
        growth = Growth(max(0.0, *slopes, 0.0), power)
        if growth.after(STEPS[-1]) < _SLIGHT * abs(level):
            level, growth = level + growth.after(STEPS[-1]), Growth(0.0, 1)
        growths[name] = growth
    if (
        level == 0 and scale is not Scale.EVENTS
    ):  # known inside, not beyond: no distribution has the deviation 0
        level = _HARDLY * max((growth.after(1.0) for growth in growths.values()), default=0.0)
    return Spread(level, growths, scale)


def _generosity(choice: Spread, beyond: dict[str, list[tuple[float, float]]]) -> float:
    """Return how much wider than needed a spread is, as a sum of logarithms; inf if it is unusable."""
    slopes = [growth.slope for growth in choice.beyond.values()]
    if not all(map(math.isfinite, [choice.inside, *slopes])):
        return math.inf
    if choice.scale is Scale.EVENTS:
        return 0.0
    return math.fsum(
        math.log((choice.inside + choice.beyond[name].after(doublings) + 1e-300) / (width + 1e-300))
        for name, each in beyond.items()
        for doublings, width in each
    )


@record
class Mixture:
    """Weights, means and standard deviations; ``events`` is how many a new run will have."""

    parts: tuple[tuple[float, float, float], ...]
    kind: Kind
    events: float

    def half_width(self, centre: float) -> float:
        """Return half the width around ``centre`` that holds the share ``MASS``."""
        high = max((abs(mean - centre) + 6 * sd for _, mean, sd in self.parts), default=0.0)
        return self._search(high, lambda width: (centre - width, centre + width))

    def half_ratio(self, centre: float) -> float:
        """Return the same for the logarithm: from ``centre/exp(w)`` to ``centre*exp(w)``.

        What is less than half an event outside counts as inside.
        """
        margin = 0.5 / self.events

        def limits(width: float) -> tuple[float, float]:
            low = centre * math.exp(-width) - margin
            return (low if low > 0 else -math.inf), centre * math.exp(width) + margin

        return self._search(_WIDEST, limits)

    def half_ratio_of_rest(self, centre: float) -> float:
        """Return the same for the logarithm of ``1 - p``, where ``p`` is a probability."""
        margin, rest = 0.5 / self.events, 1 - centre

        def limits(width: float) -> tuple[float, float]:
            low = 1 - rest * math.exp(width) - margin
            high = 1 - rest * math.exp(-width) + margin
            return (low if low > 0 else -math.inf), (high if high < 1 else math.inf)

        return self._search(_WIDEST, limits)

    def _search(self, high: float, limits: Callable[[float], tuple[float, float]]) -> float:
        whole = math.fsum(weight for weight, _, _ in self.parts)

        def held(width: float) -> float:
            low, up = limits(width)
            return math.fsum(w * _between(m, sd, low, up) for w, m, sd in self.parts) / whole

        exactly = held(0.0) if whole else 1.0
        if exactly >= _CERTAIN:
            return 0.0
        wanted = MASS if exactly < MASS else _CERTAIN
        low = 0.0
        while high - low > _RESOLUTION * high:
            middle = (low + high) / 2
            low, high = (low, middle) if held(middle) >= wanted else (middle, high)
        return high


def mixture(table: PointTable, found: Sequence[Candidate], kind: Kind, at: Sizes) -> Mixture:
    """Return what the candidates ``found`` say of a run at the sizes ``at``."""
    events = sorted(point.events / len(point.runs) for point in table.points)
    typical = Run(0.0, events[(len(events) - 1) // 2])
    most = min(candidate.bits for candidate in found)
    parts: list[tuple[float, float, float]] = []
    for candidate in found:
        weight = 2.0 ** (most - candidate.bits)
        predicted = candidate.predict(table.names, at) if weight > _NEGLIGIBLE else None
        if predicted is None:
            continue
        mean, variance = clipped(predicted[0], kind), predicted[1]
        if candidate.noise is not None:
            variance += run_variance(candidate.noise, kind, mean, typical)
        parts.append((weight, mean, math.sqrt(variance)))
    return Mixture(tuple(parts), kind, typical.reached)


def clipped(value: float, kind: Kind) -> float:
    """Return the possible value that is nearest to ``value``."""
    if kind is Kind.PROBABILITY:
        return min(1.0, max(0.0, value))
    return value if kind in (Kind.SIZE, Kind.VALUE) else max(0.0, value)


def _between(mean: float, sd: float, low: float, high: float) -> float:
    """Return the probability that a normal number lies between two."""
    if sd == 0:
        slack = 1e-12 * abs(mean)
        return float(low - slack <= mean <= high + slack)
    scale = sd * math.sqrt(2)
    return 0.5 * (math.erf((high - mean) / scale) - math.erf((low - mean) / scale))


def other_events(width: float) -> float:
    """Return how many events make the 95 % quantile of ``1 - p`` its mean times ``exp(width)``."""
    low, high = math.log(FEWEST), math.log(_MOST)
    for _ in range(_BETA_HALVINGS):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if _quantile(math.exp(middle)) > math.exp(width) else (low, middle)
        )
    return math.exp(low)


def _quantile(shape: float) -> float:
    return (1 - 1 / (9 * shape) + _NORMAL / (3 * math.sqrt(shape))) ** 3
