"""Misprediction rates, and the names they go by.

``U.branch@PATH`` is the branch of unit U whose id is PATH: misses per execution of its test.
``U.loop@PATH`` is a loop: misses of its own test, all operands together, each time it is entered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sad.records import field, record
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.diagnostics import Span

BRANCH, LOOP = "branch", "loop"
_OF_PARAMETER = {"prob": BRANCH, "trips": LOOP}
_NAME = re.compile(r"(?P<unit>[^@]+)\.(?P<kind>branch|loop|prob|trips)@(?P<path>.+)")
_DIGITS = 3

Site = tuple[str, str]
"""A unit's name, and the id of a branch or loop in its description."""


class MissCount(NamedTuple):
    """How often a site was mispredicted in one run, of the times it was ``reached``."""

    span: Span
    misses: float
    reached: int


class MissSample(NamedTuple):
    """The same with the sizes of the run, and its name."""

    at: Mapping[str, float]
    misses: float
    reached: float
    run: str


@record
class Misses:
    """Mispredictions per execution of a branch's test, and per time a loop is entered.

    A site that is in neither was not measured.
    """

    branches: Mapping[Site, float] = field(default_factory=dict["Site", float])
    loops: Mapping[Site, float] = field(default_factory=dict["Site", float])


def miss_name(name: str) -> str | None:
    """Return the name of the site whose rate belongs to a parameter; its own of a site's name.

    None if it is neither.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    kind = match["kind"]
    return site_name(match["unit"], _OF_PARAMETER.get(kind, kind), match["path"])


def parameter_name(name: str) -> str:
    """Return the name of the parameter that would be at a site."""
    match = _NAME.fullmatch(name)
    assert match is not None
    kind = "prob" if match["kind"] == BRANCH else "trips"
    return site_name(match["unit"], kind, match["path"])


def misses_of(rates: Mapping[str, float]) -> Misses:
    """Return rates by the names of sites as what evaluation takes."""
    found: dict[str, dict[Site, float]] = {BRANCH: {}, LOOP: {}}
    for name, rate in rates.items():
        match = _NAME.fullmatch(name)
        if match is not None and match["kind"] in found:
            found[match["kind"]][match["unit"], match["path"]] = rate
    return Misses(found[BRANCH], found[LOOP])


def pooled(samples: Sequence[MissSample]) -> float | None:
    """Return misses per execution at the sizes at which a site was reached most often.

    Small sizes say little of large ones: what a predictor remembers of a small one, it does not of a
    large one. None if it was never reached.
    """
    groups: dict[tuple[tuple[str, float], ...], list[MissSample]] = {}
    for sample in samples:
        groups.setdefault(tuple(sorted(sample.at.items())), []).append(sample)
    best = max(groups.values(), key=_weight, default=())
    reached = sum(sample.reached for sample in best)
    if not reached:
        return None
    return float(f"{sum(sample.misses for sample in best) / reached:.{_DIGITS}g}")


def _weight(group: Iterable[MissSample]) -> tuple[float, float]:
    """The most executions in one run; of loops entered equally often, the one with more misses."""
    runs = list(group)
    return max(run.reached for run in runs), max(run.misses for run in runs)
