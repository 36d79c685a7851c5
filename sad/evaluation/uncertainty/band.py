"""Error bands: the interval a predicted time is in, from the machine's numbers and the parameters.

Times are products of many factors, so deviations are taken as logarithms: what the machine's numbers
and what the parameters leave open are independent, and their widths add up as squares.
"""

from __future__ import annotations

from math import exp, hypot, log, log1p
from typing import TYPE_CHECKING

from sad.machine.compute import OperationTimes
from sad.mapping.bind import ASM
from sad.records import record

if TYPE_CHECKING:
    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.stochastic import Uncertainty
    from sad.mapping.bind import BoundExpansion

LOW, HIGH = 0.05, 0.95
_NORMAL = 1.6448536269514722  # of the standard normal distribution, 95 %


@record
class Band:
    """The interval [s] that holds the time in nine cases of ten, and where it comes from.

    ``machine`` is ``calibration`` (what the calibration's kernels, left out of the fit, took against
    what was predicted) or ``estimate`` (the uncertainties of operation times, as if all erred the same
    way); ``parameters`` is whether measured or random parameters widen it.
    """

    low: float
    high: float
    machine: str
    parameters: bool


def band_of(prediction: Prediction, uncertainty: Uncertainty | None) -> Band | None:
    """Return the interval of the predicted total; None without one, or if nothing is known of it."""
    bound, total = prediction.bound, prediction.total
    if bound is None or not total:
        return None
    widths, source = _machine(prediction, bound)
    if widths is None:
        return None
    low, high = widths
    middle, around = total, False
    spread = None if uncertainty is None or not uncertainty.of_time else uncertainty.total
    if spread is not None and min(spread.quantiles) > 0:
        first, middle, last = spread.quantiles
        low, high = -hypot(low, log(middle / first)), hypot(high, log(last / middle))
        around = True
    return Band(middle * exp(low), middle * exp(high), source, around)


def _machine(
    prediction: Prediction, bound: BoundExpansion
) -> tuple[tuple[float, float] | None, str]:
    """Logarithms of the factors below and above, and where they come from."""
    calibration = bound.toolchain.calibration
    if calibration is not None and bound.model == bound.toolchain.model:
        quantiles = calibration.residual_quantiles
        if LOW in quantiles and HIGH in quantiles:
            return (min(0.0, log(quantiles[LOW])), max(0.0, log(quantiles[HIGH]))), "calibration"
    if bound.model == ASM:  # operations of the source have no part in it
        return None, ""
    relative = _relative(prediction, bound)
    if relative is None:
        return None, ""
    width = _NORMAL * log1p(relative)
    return (-width, width), "estimate"


def _relative(prediction: Prediction, bound: BoundExpansion) -> float | None:
    """The mean relative uncertainty of the operations' times, weighted by the time they take."""
    times = OperationTimes(bound.machine, bound.toolchain)
    whole = unsure = 0.0
    for item in bound.blocks:
        count = prediction.counts[item.block.id]
        if not count:
            continue
        for line in item.block.block.lines:
            for operation, amount in line.operations.items():
                value = times.value(operation)
                if value.uncertainty is None and value.value:
                    return None
                seconds = float(count) * amount * value.value
                whole += seconds
                unsure += seconds * (value.uncertainty or 0.0)
    return unsure / whole if whole else None
