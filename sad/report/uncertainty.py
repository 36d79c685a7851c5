"""How sure a prediction is, and which parameters matter: text, Markdown and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.evaluation.uncertainty.stochastic import QUANTILES
from sad.records import record
from sad.report.units import seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.evaluate import Number
    from sad.evaluation.uncertainty.band import Band
    from sad.evaluation.uncertainty.sensitivity import Influence
    from sad.evaluation.uncertainty.stochastic import Spread, Uncertainty
    from sad.profiles.distributions import Distribution
    from sad.report.view import View

_ROWS = 5
Json = Any


@record
class Sureness:
    """What is known of a prediction's uncertainty.

    ``influences`` are the parameters to be shown with what they do, those that matter most first;
    ``band`` is the interval the predicted time is in.
    """

    uncertainty: Uncertainty | None = None
    influences: tuple[Influence, ...] = ()
    band: Band | None = None


NOTHING_RANDOM = Sureness()


def interval_text(band: Band) -> str:
    """Return an interval of time: ``38 to 76 ms in 9 of 10 cases``."""
    low, high = seconds_text(band.low), seconds_text(band.high)
    number, unit = low.rsplit(" ", 1)
    same = high.endswith(f" {unit}")
    return f"{number if same else low} to {high} in 9 of 10 cases"


def band_text(band: Band) -> str:
    """Return an interval of time with what it rests on."""
    return f"{interval_text(band)}: {why_text(band)}"


def why_text(band: Band) -> str:
    """Return what an interval of time rests on."""
    reasons = {
        "calibration": "from the calibration's residuals",
        "estimate": "from the uncertainty of the machine's numbers",
    }
    return reasons[band.machine] + (" and of the parameters" if band.parameters else "")


def band_value(band: Band | None) -> Json:
    """Return an interval as a JSON value, null if nothing is known of it."""
    if band is None:
        return None
    return {
        "low": band.low,
        "high": band.high,
        "probability": 0.9,
        "machine": band.machine,
        "parameters": band.parameters,
    }


def text_lines(view: View, sureness: Sureness) -> Iterator[str]:
    """Yield the section for a terminal."""
    found = sureness.uncertainty
    if found is not None and found.total is not None:
        yield "how sure that is, if random values are independent of each other"
        for title, text in _facts(found, found.total):
            yield f"  {title:<16} {text}"
    header, rows = _table(view, sureness)
    if not rows:
        return
    yield "" if found is not None else "what matters: so many % more of the total for 1 % more"
    table = [header, *rows[:_ROWS]]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    for row in table:
        cells = [
            cell.ljust(width) if title in ("name", "value") else cell.rjust(width)
            for title, cell, width in zip(header, row, widths, strict=True)
        ]
        yield ("  " + "  ".join(cells)).rstrip()
    if len(rows) > _ROWS:
        yield f"  ... {len(rows) - _ROWS} more (--format json lists all)"


def markdown_section(
    view: View, sureness: Sureness
) -> tuple[list[str], list[str], list[list[str]]]:
    """Return heading and facts, and a table's header and rows; empty where there is nothing."""
    found = sureness.uncertainty
    lines: list[str] = []
    if found is not None and found.total is not None:
        lines = ["", "## How sure that is", "", "Random values are independent of each other.", ""]
        lines.extend(f"- {title}: {text}" for title, text in _facts(found, found.total))
    header, rows = _table(view, sureness)
    if rows and not lines:
        lines = ["", "## What matters"]
    return lines, header, rows


def _facts(found: Uncertainty, total: Spread) -> Iterator[tuple[str, str]]:
    show = seconds_text if found.of_time else _operations
    how = "exact" if total.exact else "from samples"
    yield "mean", f"{show(total.mean)}, standard deviation {show(total.sd)} ({how})"
    ends = (f"{100 * q:g} %: {show(x)}" for q, x in zip(QUANTILES, total.quantiles, strict=True))
    if found.left_out:
        yield (
            "left out",
            f"{share_text(found.left_out)} of the samples: values that cannot come together",
        )
    yield "quantiles", f"{', '.join(ends)} ({found.samples} samples, seed {found.seed})"


def _operations(count: float) -> str:
    return f"{count:.4g} operations"


def _table(view: View, sureness: Sureness) -> tuple[list[str], list[list[str]]]:
    header = ["elasticity", "name", "value"]
    rows = [
        [
            "?" if item.elasticity is None else f"{item.elasticity:.3f}",
            view.name(item.symbol),
            view.given(item.symbol),
        ]
        for item in sureness.influences
    ]
    if sureness.uncertainty is None:
        return header, rows
    how = "" if sureness.uncertainty.exact_shares else "~"
    for row, item in zip(rows, sureness.influences, strict=True):
        shares = (item.first_order, item.total_effect)
        row[:0] = ["-" if share is None else f"{how}{share_text(share)}" for share in shares]
    return ["of the variance", "with others", *header], rows


# --- JSON ----------------------------------------------------------------------------------------


def spread_value(spread: Spread) -> Json:
    """Return a spread as a JSON value."""
    return {
        "mean": spread.mean,
        "sd": spread.sd,
        "moments": "exact" if spread.exact else "sampled",
        "quantiles": {
            f"{q:g}": value for q, value in zip(QUANTILES, spread.quantiles, strict=True)
        },
    }


def uncertainty_value(found: Uncertainty) -> Json:
    """Return the uncertainty of the total as a JSON value."""
    return {
        "of": "time" if found.of_time else "operations",
        "total": None if found.total is None else spread_value(found.total),
        "samples": found.samples,
        "seed": found.seed,
        "left_out": found.left_out,
    }


def influences_value(view: View, sureness: Sureness) -> list[Json]:
    """Return what parameters do as a JSON value."""
    found = sureness.uncertainty
    return [
        {
            "name": view.name(item.symbol),
            "symbol": item.symbol,
            "elasticity": item.elasticity,
            "first_order": item.first_order,
            "total_effect": item.total_effect,
            "shares": None
            if found is None or item.total_effect is None
            else ("exact" if found.exact_shares else "sampled"),
        }
        for item in sureness.influences
    ]


def distribution_value(distribution: Distribution, value: Number) -> Json:
    """Return a distribution as a JSON value; ends that are none are null.

    ``value`` is what counts are calculated with: the mean, or a measured value that this is around.
    """
    low, high = (float(end) for end in distribution.support)
    return {
        "distribution": distribution.text,
        "value": float(value),
        "mean": float(distribution.mean),
        "sd": distribution.sd,
        "low": None if low == -float("inf") else low,
        "high": None if high == float("inf") else high,
    }


def shown_influences(
    influences: Sequence[Influence], *, all_of_them: bool
) -> tuple[Influence, ...]:
    """Return those with a share of the variance, or all."""
    return tuple(item for item in influences if all_of_them or item.total_effect is not None)
