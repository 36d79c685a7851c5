"""Samples of one parameter, put together by the sizes they were measured at."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.profiles.counts import Sample


_NO_COUNTS = 1e9
_MEASURED = 1e-6  # to how much of itself a value is taken to be given that is no ratio of counts
_DRAWN = 2.0  # events
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.@][\w$]+)*")
Sizes = tuple[int | float, ...]
Exact = int | Fraction


@record
class Run:
    """One measured ratio: ``taken`` of ``reached``."""

    taken: float
    reached: float

    @property
    def value(self) -> float:
        """The ratio itself."""
        return self.taken / self.reached

    @property
    def ratio(self) -> Fraction | None:
        """The ratio exactly, if it is one of whole numbers."""
        if self.taken.is_integer() and self.reached.is_integer():
            return Fraction(int(self.taken), int(self.reached))
        return None

    @property
    def events(self) -> float:
        """How many events the ratio rests on; very many for a value that is no ratio of counts."""
        return self.reached if self.taken.is_integer() else max(self.reached, _NO_COUNTS)


@record
class Point:
    """What was measured at one size: runs that differ, and their mean weighted by ``reached``."""

    runs: tuple[Run, ...]

    @property
    def pooled(self) -> Run:
        """All runs added up."""
        taken = math.fsum(run.taken for run in self.runs)
        return Run(taken, math.fsum(run.reached for run in self.runs))

    @property
    def share(self) -> float:
        """Variance of the mean of the runs, for runs of variance 1."""
        total = math.fsum(run.reached for run in self.runs)
        return math.fsum((run.reached / total) ** 2 for run in self.runs)

    @property
    def exact(self) -> Fraction | None:
        """The value, if all runs gave the same ratio of whole numbers."""
        first = self.runs[0].ratio
        return first if all(run.ratio == first for run in self.runs) else None

    @property
    def events(self) -> float:
        """How many events the mean of the runs rests on."""
        return math.fsum(run.events for run in self.runs)

    @property
    def quantum(self) -> float:
        """The least difference between two values here: one count more or less."""
        pooled = self.pooled
        if all(run.taken.is_integer() for run in self.runs):
            return 1 / pooled.reached
        return max(abs(pooled.value) * _MEASURED, 1e-300)


@record
class PointTable:
    """Points with their sizes: those that differ between points, if there are several points.

    ``fixed`` names the sizes that are left out because they were always the same.
    """

    names: tuple[str, ...]
    sizes: tuple[tuple[int | float, ...], ...]
    points: tuple[Point, ...]
    left_out: int
    fixed: tuple[str, ...]
    runs: int

    @property
    def values(self) -> list[float]:
        """The pooled value at each point."""
        return [point.pooled.value for point in self.points]


def table(
    samples: Sequence[Sample],
    derived: Mapping[str, Sequence[float]],
    names: Iterable[str] | None,
) -> PointTable:
    """Return the points of ``samples``; what was never reached says nothing and is left out.

    ``derived`` holds further quantities, one value for each sample; ``names`` limits the sizes to
    look at. Runs at one size that are all equal are one: repeating a run tells nothing new.
    """
    usable = [
        index
        for index, sample in enumerate(samples)
        if sample.reached > 0 and math.isfinite(sample.taken) and math.isfinite(sample.reached)
    ]
    at = [
        {**samples[index].at, **{name: column[index] for name, column in derived.items()}}
        for index in usable
    ]
    everywhere = [name for name in (at[0] if at else ()) if all(name in sizes for sizes in at)]
    wanted = None if names is None else set(names)
    known = [
        name
        for name in everywhere
        if _NAME.fullmatch(name)
        and all(math.isfinite(sizes[name]) for sizes in at)
        and (wanted is None or name in wanted)
    ]
    varying = [name for name in known if len({sizes[name] for sizes in at}) > 1]
    chosen = tuple(varying or known)
    groups: dict[tuple[int | float, ...], list[Run]] = {}
    for index, sizes in zip(usable, at, strict=True):
        run = Run(float(samples[index].taken), float(samples[index].reached))
        groups.setdefault(tuple(whole(sizes[name]) for name in chosen), []).append(run)
    ordered = sorted(groups)
    return PointTable(
        names=chosen,
        sizes=tuple(ordered),
        points=tuple(_point(groups[sizes]) for sizes in ordered),
        left_out=len(samples) - len(usable),
        fixed=tuple(name for name in known if name not in chosen),
        runs=len(usable),
    )


def typical_values(points: Sequence[Point], is_probability: bool) -> list[float]:
    """Return the values drawn towards their common mean by what about two events weigh.

    Variances are those of such values: a point without a single event is not sure to have none.
    """
    taken = math.fsum(run.taken for point in points for run in point.runs)
    mean = taken / math.fsum(run.reached for point in points for run in point.runs)
    rare = min(mean, 1 - mean) if is_probability and 0 < mean < 1 else abs(mean)
    if not rare:
        return [point.pooled.value for point in points]
    weight = _DRAWN / rare
    return [
        (point.pooled.value * point.events + mean * weight) / (point.events + weight)
        for point in points
    ]


def _point(runs: list[Run]) -> Point:
    return Point(tuple(runs[:1] if all(run == runs[0] for run in runs) else runs))


def whole(size: float) -> int | float:
    """Return a size as an integer if it is one."""
    return int(size) if float(size).is_integer() else float(size)


@lru_cache(maxsize=20_000)
def value_at(text: str, names: tuple[str, ...], sizes: Sizes) -> int | Fraction | float | None:
    """Return the value of an expression at ``sizes`` of ``names``; None if it has none.

    It has none if it is undefined or too large there, or needs other names.
    """
    # 15 and 15.0 are one key of the cache, so they must give one value
    values = {name: whole(size) for name, size in zip(names, sizes, strict=True)}
    try:
        value = evaluate_expression(text, values.__getitem__)
        number = float(value)
    except (ExpressionError, OverflowError, KeyError):
        return None
    return value if math.isfinite(number) else None


def column(text: str, names: tuple[str, ...], sizes: tuple[Sizes, ...]) -> list[float] | None:
    """Return the values of an expression at all ``sizes``; None if it has no value at one of them."""
    found: list[float] = []
    for at in sizes:
        value = value_at(text, names, at)
        if value is None:
            return None
        found.append(float(value))
    return found


def exact_column(text: str, names: tuple[str, ...], sizes: tuple[Sizes, ...]) -> list[Exact] | None:
    """Return the values as fractions; None if one of them is not exact."""
    found: list[Exact] = []
    for at in sizes:
        value = value_at(text, names, at)
        if value is None or isinstance(value, float):
            return None
        found.append(value)
    return found
