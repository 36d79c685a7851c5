"""Samples of one parameter to a function of the sizes and its standard deviation."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Kind
from sad.profiles.fitting.candidates import Candidate, candidates, doubted
from sad.profiles.fitting.forms import forms, function_text, number, rounded_up
from sad.profiles.fitting.places import ranges, rise_together
from sad.profiles.fitting.points import PointTable, table, value_at
from sad.profiles.fitting.spread import Scale, Spread, spread
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.profiles.counts import Sample
    from sad.profiles.fitting.forms import Form
    from sad.profiles.fitting.points import Sizes


_MOST_SIZES = 4  # functions of two among more sizes would be guessed, not found
_MANY_RUNS = 30
_PROBES = tuple(2**power for power in range(0, 31, 2))


@record
class Fit:
    """A parameter as a function of sizes.

    ``text`` is an expression over size names; ``sd_text`` that of the standard deviation of one run's
    value at a new size, or what else ``scale`` says, and ``0`` if the function is exact.
    ``residual`` is the relative error at the measured sizes (root of the mean square), ``loo_error``
    that at sizes left out of the fit, None if nothing could be left out. ``model`` names the form,
    ``points`` counts the sizes measured and ``runs`` the runs. ``may_be_zero`` tells that the function
    is 0 or less at some size. ``note`` says what to know before trusting it. ``run_values`` are the
    values of all runs if they show no trend and are many.
    """

    kind: Kind
    text: str
    sd_text: str
    residual: float
    loo_error: float | None
    model: str
    points: int
    runs: int
    scale: Scale = Scale.ABSOLUTE
    may_be_zero: bool = False
    note: str = ""
    run_values: tuple[float, ...] = ()

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
def _fit_table(data: PointTable, kind: Kind) -> Fit:
    names = data.names[:_MOST_SIZES]
    found = candidates(data, forms(names, kind), kind)
    best = _best(found, len(data.points))
    width = spread(data, best, doubted(found) if len(data.points) == 1 else found, kind)
    text = function_text(best.form, best.coefficients)
    sd_text = width.text(text, ranges(data))
    text = within_bounds(text, data, kind)
    is_normal = width.scale in (Scale.ABSOLUTE, Scale.RELATIVE)
    return Fit(
        kind=kind,
        text=text,
        sd_text=capped(sd_text, text, data, kind) if is_normal else sd_text,
        scale=width.scale,
        may_be_zero=width.vanishes,
        residual=_residual(best, data),
        loo_error=_loo_error(best, data),
        model=str(best.form),
        points=len(data.points),
        runs=data.runs,
        note="; ".join(_notes(best, data, width)),
        run_values=_values_without_trend(best, data),
    )


def _best(found: Sequence[Candidate], points: int) -> Candidate:
    """Return the best candidate of the form that has most weight over all noises.

    A noisy function needs more points than coefficients: fewer would fit any.
    """
    checked = [
        candidate
        for candidate in found
        if candidate.noise is None or points > candidate.form.free or points == 1
    ]
    weights: dict[Form, float] = {}
    checked = checked or list(found)
    for candidate in checked:
        weight = 2.0 ** (found[0].bits - candidate.bits)
        weights[candidate.form] = weights.get(candidate.form, 0.0) + weight
    form = max(weights, key=weights.__getitem__)
    return next(candidate for candidate in checked if candidate.form is form)


def _residual(best: Candidate, data: PointTable) -> float:
    errors: list[float] = []
    for at, value in zip(data.sizes, data.values, strict=True):
        predicted = best.predict(data.names, at)
        if predicted is not None and best.noise is not None:
            errors.append(_relative(predicted[0] - value, value, data))
    return _root_mean_square(errors)


def _loo_error(best: Candidate, data: PointTable) -> float | None:
    known = [
        _relative(error, value, data)
        for error, value in zip(best.loo, data.values, strict=True)
        if error is not None
    ]
    return _root_mean_square(known) if known else None


def _relative(error: float, value: float, data: PointTable) -> float:
    """Return an error relative to the value, or to the greatest one where the value is zero."""
    size = abs(value) or max(map(abs, data.values))
    return error / size if size else error


def _root_mean_square(errors: Sequence[float]) -> float:
    return math.hypot(*errors) / math.sqrt(len(errors)) if errors else 0.0


def _values_without_trend(best: Candidate, data: PointTable) -> tuple[float, ...]:
    if best.noise is None or best.form.terms != ("1",):
        return ()
    values = sorted(run.value for point in data.points for run in point.runs)
    return tuple(values) if len(values) >= _MANY_RUNS else ()


def _notes(best: Candidate, data: PointTable, width: Spread) -> list[str]:
    notes: list[str] = []
    if len(data.points) == 1:
        notes.append("measured at one size only")
    elif len(data.points) <= best.form.free:
        notes.append("as many coefficients as sizes: rests on their simplicity")
    if data.fixed:
        notes.append(f"{', '.join(data.fixed)} had one value only")
    if len(data.names) > _MOST_SIZES:
        notes.append(f"{', '.join(data.names[_MOST_SIZES:])} not looked at")
    if len(data.names) > 1 and len(data.points) > 1 and rise_together(data):
        notes.append(f"{', '.join(data.names)} rose together: nothing tells them apart")
    if data.left_out:
        notes.append(f"{data.left_out} of {data.runs + data.left_out} samples were never reached")
    if best.noise is not None and width.inside == 0:
        notes.append("no scatter was seen")
    if value_at(function_text(best.form, best.coefficients), data.names, data.sizes[-1]) is None:
        notes.append("the function has no value at a measured size")
    return notes


# Functions kept to the values a parameter can have: 0 to 1 for a probability, 0 up for the
# others.


def within_bounds(text: str, data: PointTable, kind: Kind) -> str:
    """Return ``text`` cut to the possible values, if it leaves them for some size of at least 1."""
    if kind in (Kind.SIZE, Kind.VALUE):
        return text
    values = [value for at in _probes(data) if (value := value_at(text, data.names, at))]
    if kind is Kind.PROBABILITY and max(values, default=0) > 1:
        text = f"min(1, {text})"
    return f"max(0, {text})" if min(values, default=0) < 0 else text


def capped(sd_text: str, text: str, data: PointTable, kind: Kind) -> str:
    """Return the standard deviation of a probability, limited where it would be meaningless.

    A normal distribution is cut at 0 and 1. If not even half of it lies between, most of what is left
    comes from the cut, so the deviation is limited to where half does, whatever the size is.
    """
    if kind is not Kind.PROBABILITY or sd_text == "0":
        return sd_text
    pairs: list[tuple[float, float]] = []
    for at in _probes(data):
        centre, sd = value_at(text, data.names, at), value_at(sd_text, data.names, at)
        if centre is not None and sd is not None:
            pairs.append((float(centre), float(sd)))
    if all(_is_useful(centre, sd) for centre, sd in pairs):
        return sd_text
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if all(_is_useful(centre, min(sd, middle)) for centre, sd in pairs):
            low = middle
        else:
            high = middle
    cap = number(math.floor(low * 100) / 100, 2)  # 0.12 where the function is 0 or 1, else more
    is_number = value_at(sd_text, (), ()) is not None
    return cap if is_number else f"min({cap}, {sd_text})"


def _is_useful(centre: float, sd: float) -> bool:
    """Whether enough of a normal distribution lies between 0 and 1."""
    if sd <= 0:
        return True
    below, above = (math.erfc(x / sd / math.sqrt(2)) / 2 for x in (centre, 1 - centre))
    return below + above <= 0.5


def _probes(data: PointTable) -> Iterator[Sizes]:
    """Return sizes from 1 up, all together and each for itself, and the measured ones."""
    yield from data.sizes
    middle = data.sizes[len(data.sizes) // 2]
    for size in _PROBES:
        yield tuple(size for _ in data.names)
        for index in range(len(data.names)):
            yield (*middle[:index], size, *middle[index + 1 :])


def setting_text(result: Fit) -> str:
    """Return a fit as the text of a setting.

    Values without a trend from many runs stay what they are, ``empirical(...)``. What never happened
    in any run (or always) most likely never does: a normal distribution would say it always happens a
    little, so the two are told apart with the weights 9 and 1.
    """
    if result.is_exact:
        return result.text
    if result.run_values:
        return f"empirical({_with_weights(result.run_values)})"
    if result.text == "0":
        most = _double(result.sd_text)
        if result.kind is Kind.PROBABILITY and most.startswith("2*"):
            most = f"min(1, {most})"
        return f"empirical(0: 9, {most}: 1)"
    if result.text == "1" and result.kind is Kind.PROBABILITY:
        least = f"1 - {_double(result.sd_text)}"
        return f"empirical(1: 9, {f'max(0, {least})' if '2*' in least else least}: 1)"
    match result.scale:
        case Scale.LOGARITHM:
            return f"lognormal(mu=log({_positive(result)}), sigma={result.sd_text})"
        case Scale.EVENTS:
            return _beta(result)
        case _:
            return f"normal({result.text}, {result.sd_text})"


def _positive(result: Fit) -> str:
    """Return the text of a function that may be 0 at some sizes with a small value there."""
    if not result.may_be_zero:
        return result.text
    if result.kind is Kind.PROBABILITY:
        return f"max(1e-6, {result.text})"
    inner = result.text.removeprefix("max(0, ")
    return f"max(0.01, {inner}" if inner != result.text else f"max(0.01, {inner})"


def _beta(result: Fit) -> str:
    """Return the beta distribution of a probability known from so many events of the other kind."""
    events = result.sd_text
    try:
        value = float(evaluate_expression(result.text))
        odds = number(value / (1 - value), 6)
    except ExpressionError:
        inside = f"max(1e-6, min(1 - 1e-6, {result.text}))"
        return f"beta({events}/(1 - {inside}) - {events}, {events})"
    return f"beta({odds}*{events}, {events})"


def _with_weights(values: Sequence[float]) -> str:
    times = Counter(number(value, 6) for value in values)
    if len(times) == len(values):
        return ", ".join(times)
    return ", ".join(f"{value}: {count}" for value, count in times.items())


def _double(sd_text: str) -> str:
    """Return the 95 % quantile of what is left of zero, about two standard deviations."""
    try:
        return rounded_up(2 * float(evaluate_expression(sd_text)))
    except ExpressionError:
        return f"2*({sd_text})"
