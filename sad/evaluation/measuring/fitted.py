"""Measured parameters as values for a parameter file: numbers, functions of sizes, distributions."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from sad.evaluation.measuring.loop_sizes import derive, is_value_of
from sad.model.parameters import Kind
from sad.profiles.fitting.fit import fit, setting_text
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.evaluation.measuring.loop_sizes import LoopSize
    from sad.evaluation.names import Names
    from sad.profiles.counts import Sample
    from sad.profiles.fitting.fit import Fit

_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.@][\w$]+)*")
_MOST_DECIMALS = 9
CLEARLY = 0.5
"""A function of derived quantities must have at most this part of the error that one of sizes has."""
_LEAST_ERROR = 1e-12


@record
class Fitted:
    """A value and a distribution around it as texts of settings, and how they came about.

    There is no distribution around what is exact, and around what happened never or always.
    ``error`` is the relative one at sizes that were left out of the fit: 0 of what is exact and only of
    that, infinite if nothing could be left out.
    """

    text: str
    how: str
    spread: str = ""
    error: float = 0.0


def fitted(
    samples: Sequence[Sample],
    kind: Kind,
    names: Names,
    quantities: Sequence[LoopSize] = (),
    limit: LoopSize | None = None,
) -> Fitted | None:
    """Return the value that samples of one parameter show; None if nothing was measured.

    A single run gives its ratio as it is, exactly. Functions are of sizes that the model has, or of
    ``quantities`` made of them where that is clearly better, and of other varied names only if it
    has none of the varied ones. What was at its ``limit`` in all runs is that.
    """
    seen = [sample for sample in samples if sample.reached]
    if not seen:
        return None
    if len(seen) == 1:
        return Fitted(ratio_text(seen[0]), "one run", error=inf)
    if limit is not None and is_value_of(limit, seen):
        return Fitted(limit.text, f"as often as its bounds allow; {len(seen)} runs")
    varied = [name for name in seen[0].at if _is_varied(name, seen)]
    own = [name for name in varied if names.find(name) is not None or names.is_input(name)]
    result = fit(seen, kind, names=own or varied)
    if result is None:
        return None
    if own and not result.is_exact:
        result = _better(result, seen, kind, quantities, own)
    parts = [
        result.model,
        f"{result.points} size{'s' * (result.points != 1)}",
        f"{result.runs} runs",
    ]
    if result.text in ("0", "1") and kind is Kind.PROBABILITY:
        chances = sum(sample.reached for sample in seen)
        rare = f"less than {3 / chances:.1g} with 95 % certainty"  # (1 - p)**n = 0.05
        parts.append(f"{'never' if result.text == '0' else 'always'}; the opposite {rare}")
        return Fitted(result.text, "; ".join(parts))
    if not result.is_exact:
        parts.append(f"residual {100 * result.residual:.2g} %")
    if result.loo_error is not None and not result.is_exact:
        parts.append(f"left out {100 * result.loo_error:.2g} %")
    if result.note:
        parts.append(result.note)
    spread = setting_text(result)
    if spread == result.text:
        return Fitted(result.text, "; ".join(parts))
    error = inf if result.loo_error is None else max(result.loo_error, _LEAST_ERROR)
    return Fitted(result.text, "; ".join(parts), spread, error)


def _better(
    result: Fit,
    samples: Sequence[Sample],
    kind: Kind,
    quantities: Sequence[LoopSize],
    own: Sequence[str],
) -> Fit:
    """Return a function of derived quantities if it is clearly better than ``result``, else this."""
    derived = derive(quantities, samples, own)
    if derived is None:
        return result
    other = fit(samples, kind, derived=derived.columns, names=(*derived.columns, *derived.own))
    if other is None or other.loo_error is None or result.loo_error is None:
        return result
    if other.is_exact or other.loo_error <= CLEARLY * result.loo_error:
        return derived.written_out(other)
    return result


def ratio_text(sample: Sample) -> str:
    """Return a ratio of counts exactly: as a decimal number if that has few digits."""
    value = Fraction(sample.taken) / Fraction(sample.reached)
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**_MOST_DECIMALS
    if scaled.denominator == 1:
        return f"{float(value):.{_MOST_DECIMALS}f}".rstrip("0")
    if Fraction(sample.reached).denominator == 1 and Fraction(sample.taken).denominator == 1:
        return f"{value.numerator}/{value.denominator}"
    return repr(float(value))


def _is_varied(name: str, samples: Sequence[Sample]) -> bool:
    """Whether every sample has a size, with different values, under a name formulas can use."""
    values = {sample.at.get(name) for sample in samples}
    return None not in values and len(values) > 1 and _NAME.fullmatch(name) is not None
