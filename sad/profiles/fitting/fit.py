"""Samples of one parameter to a function of the sizes and its standard deviation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.description.parameters import Kind
from sad.profiles.fitting.candidates import Candidate, candidates
from sad.profiles.fitting.columns import value_at
from sad.profiles.fitting.forms import forms
from sad.profiles.fitting.points import Table, table
from sad.profiles.fitting.spread import Spread, ranges, spread
from sad.profiles.fitting.text import function_text, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.profiles.counts import Sample

_MOST_SIZES = 4  # functions of two among more sizes would be guessed, not found
_MANY_RUNS = 30
_PROBES = tuple(2.0**power for power in range(0, 31, 2))


@dataclass(frozen=True, slots=True)
class Fit:
    """A parameter as a function of sizes.

    ``text`` is an expression over size names, ``sd_text`` that of the standard deviation of one run's
    value at a new size, ``0`` if the function is exact. ``residual`` is the relative error at the
    measured sizes (root of the mean square), ``loo_error`` that at sizes left out of the fit, None if
    nothing could be left out. ``model`` names the form, ``points`` counts the sizes measured and
    ``runs`` the runs; ``note`` says what to know before trusting it. ``spread_values`` are the values
    of all runs if they show no trend and are many.
    """

    text: str
    sd_text: str
    residual: float
    loo_error: float | None
    model: str
    points: int
    runs: int
    note: str = ""
    spread_values: tuple[float, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether predictions are given without uncertainty."""
        return self.sd_text == "0"


def fit(
    samples: Sequence[Sample],
    kind: Kind,
    *,
    derived: Mapping[str, Sequence[float]] | None = None,
    names: Iterable[str] | None = None,
) -> Fit | None:
    """Return the function of the sizes that ``samples`` show; None if nothing was measured.

    The sizes are those of ``Sample.at`` that every sample has, and ``derived`` ones: further
    quantities with one value for each sample. ``names`` limits them. Samples that were never reached
    (``reached`` 0) say nothing. Raises ``ValueError`` if ``derived`` has another length.
    """
    derived = derived or {}
    for name, values in derived.items():
        if len(values) != len(samples):
            raise ValueError(f"{name}: {len(values)} values for {len(samples)} samples")
    data = table(samples, derived, names)
    return _fit_table(data, kind) if data.points else None


@lru_cache(maxsize=4096)
def _fit_table(data: Table, kind: Kind) -> Fit:
    names = data.names[:_MOST_SIZES]
    found = candidates(data, forms(names, kind), kind)
    best = _best(found)
    found = [best, *(candidate for candidate in found if candidate is not best)]
    width = spread(data, found, kind)
    text = function_text(best.form, best.coefficients)
    sd_text = width.text(text, ranges(data))
    return Fit(
        text=_bounded(text, best, data, kind),
        sd_text=sd_text,
        residual=_residual(best, data),
        loo_error=_loo_error(best, data),
        model=str(best.form),
        points=len(data.points),
        runs=data.runs,
        note="; ".join(_notes(best, data, width)),
        spread_values=_values_without_trend(best, data),
    )


def setting_text(result: Fit) -> str:
    """Return a fit as the text of a setting: an expression, or a distribution around one."""
    if result.is_exact:
        return result.text
    if result.spread_values:
        return f"empirical({', '.join(number(value, 6) for value in result.spread_values)})"
    return f"normal({result.text}, {result.sd_text})"


def _best(found: Sequence[Candidate]) -> Candidate:
    """Return the best candidate of the form that has most weight over all noises."""
    weights: dict[object, float] = {}
    for candidate in found:
        weight = 2.0 ** (found[0].bits - candidate.bits)
        weights[candidate.form] = weights.get(candidate.form, 0.0) + weight
    form = max(weights, key=weights.__getitem__)
    return next(candidate for candidate in found if candidate.form is form)


def _residual(best: Candidate, data: Table) -> float:
    errors: list[float] = []
    for at, value in zip(data.sizes, data.values, strict=True):
        predicted = best.predict(data.names, at)
        if predicted is not None and best.noise is not None:
            errors.append(_relative(predicted[0] - value, value, data))
    return _root_mean_square(errors)


def _loo_error(best: Candidate, data: Table) -> float | None:
    known = [
        _relative(error, value, data)
        for error, value in zip(best.loo, data.values, strict=True)
        if error is not None
    ]
    return _root_mean_square(known) if known else None


def _relative(error: float, value: float, data: Table) -> float:
    """Return an error relative to the value, or to the greatest one where the value is zero."""
    size = abs(value) or max(map(abs, data.values))
    return error / size if size else error


def _root_mean_square(errors: Sequence[float]) -> float:
    return math.hypot(*errors) / math.sqrt(len(errors)) if errors else 0.0


def _values_without_trend(best: Candidate, data: Table) -> tuple[float, ...]:
    if best.noise is None or best.form.terms != ("1",):
        return ()
    values = sorted(run.value for point in data.points for run in point.runs)
    return tuple(values) if len(values) >= _MANY_RUNS else ()


def _bounded(text: str, best: Candidate, data: Table, kind: Kind) -> str:
    """Return ``text`` cut to the values the parameter can have, if it leaves them for some size."""
    if kind in (Kind.SIZE, Kind.VALUE):
        return text
    values = [
        predicted[0]
        for at in _probes(data)
        if (predicted := best.predict(data.names, at)) is not None
    ]
    if kind is Kind.PROBABILITY and max(values, default=0.0) > 1:
        text = f"min(1, {text})"
    return f"max(0, {text})" if min(values, default=0.0) < 0 else text


def _probes(data: Table) -> Iterable[tuple[int | float, ...]]:
    """Return sizes from 1 up, all together and each for itself, and the measured ones."""
    yield from data.sizes
    middle = data.sizes[len(data.sizes) // 2]
    for probe in _PROBES:
        size = int(probe)
        yield tuple(size for _ in data.names)
        for index in range(len(data.names)):
            yield (*middle[:index], size, *middle[index + 1 :])


def _notes(best: Candidate, data: Table, width: Spread) -> list[str]:
    notes: list[str] = []
    if len(data.points) == 1:
        notes.append("measured at one size only")
    elif len(data.points) <= best.form.free:
        notes.append("as many coefficients as sizes: rests on their simplicity")
    if data.fixed:
        notes.append(f"{', '.join(data.fixed)} had one value only")
    if len(data.names) > _MOST_SIZES:
        notes.append(f"{', '.join(data.names[_MOST_SIZES:])} not looked at")
    if data.left_out:
        notes.append(f"{data.left_out} of {data.runs + data.left_out} samples were never reached")
    if best.noise is not None and width.inside == 0:
        notes.append("no scatter was seen")
    if value_at(function_text(best.form, best.coefficients), data.names, data.sizes[-1]) is None:
        notes.append("the function has no value at a measured size")
    return notes
