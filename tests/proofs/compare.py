"""A prediction held against a real run, line by line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.profiles.estimation.places import LinePlace
    from tests.proofs.predicted import Interval, Predicted
    from tests.proofs.real import Truth

CLOSE = 0.01
_ROUNDING = 1e-8  # of values written with nine digits


@dataclass(frozen=True)
class Line:
    """A line's true and predicted count, and the predicted interval of it."""

    place: LinePlace
    truth: float
    value: float | None
    interval: Interval | None

    @property
    def error(self) -> float:
        """The relative error; that of a count of 1 where the line never ran, inf without a value."""
        if self.value is None:
            return math.inf
        return abs(self.value - self.truth) / max(self.truth, 1.0)

    @property
    def is_close(self) -> bool:
        """Whether the prediction is within 1 %."""
        return self.error <= CLOSE

    @property
    def is_inside(self) -> bool:
        """Whether the truth is in the interval, which means whole numbers."""
        return self.interval is not None and holds_count(self.interval, self.truth)


@dataclass(frozen=True)
class Case:
    """One prediction for one run. ``problem`` says why there are no counts; there are no lines then.

    ``parameters`` are true values with predicted intervals, by symbol; an interval is None if there was
    nothing measured to make it from. ``untold`` counts lines whose true count gcov does not tell.
    """

    lines: tuple[Line, ...]
    parameters: dict[str, tuple[float, Interval | None]]
    total: Interval | None
    problem: str = ""
    untold: int = 0

    @property
    def close_lines(self) -> float:
        """The share of the lines that are within 1 %."""
        return _share(sum(line.is_close for line in self.lines), len(self.lines))

    @property
    def close_executions(self) -> float:
        """The share of the executions on lines that are within 1 %."""
        close = sum(line.truth for line in self.lines if line.is_close)
        return _share(close, self.executions)

    @property
    def executions(self) -> float:
        """The true number of executions."""
        return sum(line.truth for line in self.lines)

    @property
    def worst(self) -> Line | None:
        """The line with the greatest relative error."""
        return max(self.lines, key=lambda line: line.error, default=None)

    @property
    def worst_error(self) -> float:
        """The greatest relative error of a line."""
        return math.inf if self.worst is None else self.worst.error

    @property
    def total_error(self) -> float:
        """The relative error of the number of all executions."""
        if not self.lines or any(line.value is None for line in self.lines):
            return math.inf
        return abs(sum(line.value or 0.0 for line in self.lines) / self.executions - 1)

    @property
    def has_total_inside(self) -> bool:
        """Whether the true number of all executions is in its interval; not if a line is open."""
        if self.total is None or any(line.value is None for line in self.lines):
            return False
        return holds_count(self.total, self.executions)

    @property
    def inside_lines(self) -> int:
        """How many lines' counts are in their intervals."""
        return sum(line.is_inside for line in self.lines)

    @property
    def unknowns(self) -> list[tuple[float, Interval | None]]:
        """The parameters that have to be predicted: all but branches always or never taken."""
        return [
            (value, interval)
            for symbol, (value, interval) in self.parameters.items()
            if value not in (0.0, 1.0) or ".prob@" not in symbol
        ]

    @property
    def inside_parameters(self) -> int:
        """How many of these are in their intervals."""
        return sum(
            interval is not None and _holds(interval, value) for value, interval in self.unknowns
        )


def compared(found: Predicted | str, truth: Truth) -> Case:
    """Return what a prediction is worth. A line that is predicted not to exist runs 0 times."""
    if isinstance(found, str):
        return Case((), dict.fromkeys(truth.parameters, (math.nan, None)), None, found)
    lines = tuple(
        Line(place, count, found.lines.get(place, 0.0), _interval(found, place))
        for place, count in sorted(truth.lines.items())
    )
    parameters = {
        symbol: (value, found.parameters.get(symbol)) for symbol, value in truth.parameters.items()
    }
    untold = len(found.lines.keys() - truth.lines.keys())
    return Case(lines, parameters, found.total, untold=untold)


def _interval(found: Predicted, place: LinePlace) -> Interval | None:
    return found.intervals.get(place) if place in found.lines else (0.0, 0.0)


def holds_count(interval: Interval, count: float) -> bool:
    """Whether an interval, read outward to whole numbers, holds a count."""
    low, high = interval
    slack = _ROUNDING * count
    return math.floor(low) - slack <= count <= math.ceil(high) + slack


def _holds(interval: Interval, value: float) -> bool:
    slack = _ROUNDING * abs(value)
    return interval[0] - slack <= value <= interval[1] + slack


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
