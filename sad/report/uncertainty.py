"""How sure a prediction is, and which parameters matter: text, Markdown and JSON."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sad.records import record
from sad.report.layout import markdown_table
from sad.report.section import Evaluator, Json, Section
from sad.report.units import listed, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.evaluate import Number
    from sad.evaluation.memory_left_out import LeftOut
    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.band import Band
    from sad.evaluation.uncertainty.sensitivity import Influence
    from sad.evaluation.uncertainty.stochastic import Spread, Uncertainty
    from sad.profiles.distributions import Distribution
    from sad.report.layout import Layout
    from sad.report.view import View

_ROWS = 5
CASES = "in 9 of 10 cases"
_FEWEST, _MOST = 100, 10_000_000


@record
class Sureness(Section):
    """What is known of a prediction's uncertainty.

    ``influences`` are the parameters to be shown with what they do, those that matter most first;
    ``band`` is the interval the predicted time is in.
    """

    uncertainty: Uncertainty | None = None
    influences: tuple[Influence, ...] = ()
    band: Band | None = None

    @property
    def interval(self) -> Band | None:
        """The interval the predicted time is in."""
        return self.band

    def json(self, view: View) -> Json:
        """Return keys that are there only if something is random, or what matters was asked for."""
        found: Json = {}
        if self.uncertainty is not None:
            found["uncertainty"] = _uncertainty_value(self.uncertainty)
        if self.influences:
            found["sensitivity"] = _influences_value(view, self)
        return found

    def unit_json(self, unit: str) -> Json:
        """Return the spread of a unit's time."""
        spread = None if self.uncertainty is None else self.uncertainty.units.get(unit)
        return {} if spread is None else {"uncertainty": _spread_value(spread)}

    def text(self, view: View, layout: Layout) -> Iterator[str]:
        """Yield the section for a terminal."""
        del layout
        found = self.uncertainty
        if found is not None and found.total is not None:
            yield "how sure that is, if random values are independent of each other"
            for title, text in _facts(found, found.total):
                yield f"  {title:<16} {text}"
        header, rows = _table(view, self)
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

    def markdown(self, view: View) -> Iterator[str]:
        """Yield heading and facts, and a table; nothing where there is nothing."""
        found = self.uncertainty
        with_facts = found is not None and found.total is not None
        if found is not None and found.total is not None:
            yield from ("", "## How sure that is", "")
            yield from ("Random values are independent of each other.", "")
            yield from (f"- {title}: {text}" for title, text in _facts(found, found.total))
        header, rows = _table(view, self)
        if rows:
            yield from () if with_facts else ("", "## What matters")
            yield from ("", *markdown_table(header, rows))


def interval_text(band: Band) -> str:
    """Return an interval of time: ``38 to 76 ms in 9 of 10 cases``."""
    return f"{range_text(band)} {CASES}"


def range_text(band: Band) -> str:
    """Return the ends of an interval of time: ``38 to 76 ms``."""
    low, high = seconds_text(band.low), seconds_text(band.high)
    number, unit = low.rsplit(" ", 1)
    same = high.endswith(f" {unit}")
    return f"{number if same else low} to {high}"


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


def memory_text(memory: LeftOut) -> str:
    """Return what a cost model leaves out of the time of memory."""
    from sad.mapping.working_set_text import bytes_text  # noqa: PLC0415 - seldom needed

    if memory.arrays:
        names = listed(memory.arrays, 3)
        return (
            f"memory: how large {names} is is not known; if no cache holds it, about "
            f"{seconds_text(memory.seconds)} more"
        )
    sizes = f"{bytes_text(memory.touched)} do not fit {memory.cache} ({bytes_text(memory.held)})"
    return f"memory: {sizes}; waiting for it is not counted, about {seconds_text(memory.seconds)}"


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


def memory_value(memory: LeftOut) -> Json:
    """Return what a cost model leaves out of the time of memory as a JSON value."""
    return {
        **({"arrays_of_unknown_size": [*memory.arrays]} if memory.arrays else {}),
        "seconds": memory.seconds,
        "touched_bytes": memory.touched,
        "cache": memory.cache,
        "cache_bytes": memory.held,
    }


def _facts(found: Uncertainty, total: Spread) -> Iterator[tuple[str, str]]:
    from sad.evaluation.uncertainty.stochastic import QUANTILES  # noqa: PLC0415 - heavy

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


def _spread_value(spread: Spread) -> Json:
    """Return a spread as a JSON value."""
    from sad.evaluation.uncertainty.stochastic import QUANTILES  # noqa: PLC0415 - heavy

    return {
        "mean": spread.mean,
        "sd": spread.sd,
        "moments": "exact" if spread.exact else "sampled",
        "quantiles": {
            f"{q:g}": value for q, value in zip(QUANTILES, spread.quantiles, strict=True)
        },
    }


def _uncertainty_value(found: Uncertainty) -> Json:
    """Return the uncertainty of the total as a JSON value."""
    return {
        "of": "time" if found.of_time else "operations",
        "total": None if found.total is None else _spread_value(found.total),
        "samples": found.samples,
        "seed": found.seed,
        "left_out": found.left_out,
    }


def _influences_value(view: View, sureness: Sureness) -> list[Json]:
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


# --- the evaluator -------------------------------------------------------------------------------


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sensitivity",
        action="store_true",
        help="rank all parameters by how much the total reacts to them",
    )
    parser.add_argument(
        "--samples",
        type=_count,
        metavar="N",
        help="random samples for values that are distributions (default: 100000)",
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="seed of the random samples (default: 1)"
    )


def _count(text: str) -> int:
    return _whole(text, _FEWEST, _MOST)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**63 - 1)


def _whole(text: str, least: int, most: int) -> int:
    """An argument that is a whole number within limits."""
    if not text.isdecimal() or not least <= int(text) <= most:
        message = f"a whole number from {least} to {most} is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _evaluate(prediction: Prediction, args: argparse.Namespace) -> Sureness:
    """What random values mean for the result, and which parameters matter if that is asked for."""
    from sad.evaluation.uncertainty.band import band_of  # noqa: PLC0415 - heavy

    uncertainty = None
    if prediction.model.random:
        from sad.evaluation.uncertainty.stochastic import (  # noqa: PLC0415
            SAMPLES,
            SEED,
            uncertainty_of,
        )

        samples = SAMPLES if args.samples is None else args.samples
        seed = SEED if args.seed is None else args.seed
        uncertainty = uncertainty_of(prediction, samples, seed)
    band = band_of(prediction, uncertainty)
    if uncertainty is not None:
        influences = uncertainty.influences
        shown = (item for item in influences if args.sensitivity or item.total_effect is not None)
        return Sureness(uncertainty, tuple(shown), band)
    if not args.sensitivity:
        return Sureness(band=band)
    from sad.evaluation.uncertainty.sensitivity import elasticities, ranking  # noqa: PLC0415

    influences = ranking(elasticities(prediction.model, prediction.bound), {})
    return Sureness(None, influences, band)


UNCERTAINTY = Evaluator("sensitivity", _add_arguments, _evaluate)
