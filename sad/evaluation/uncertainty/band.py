"""Error bands: the interval a predicted time is in, from the machine's numbers and the parameters.

Times are products of many factors, so deviations are taken as logarithms: what the machine's numbers
and what the parameters leave open are independent, and their widths add up as squares.
"""

from __future__ import annotations

from math import exp, hypot, log, log1p
from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.machine.architecture import canonical_architecture
from sad.machine.operation_times import OperationTimes
from sad.mapping.bind import cost_model_named
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.stochastic import Uncertainty
    from sad.machine.schema import Machine, Toolchain
    from sad.model.expand import BlockCount

LOW, HIGH = 0.05, 0.95
_NORMAL = 1.6448536269514722  # of the standard normal distribution, 95 %
_OF_PROGRAMS = log(1.5)
"""What errors of programs have beyond those of a calibration's kernels, of the logarithm. With it the
intervals of the models throughput and asm held 105 of 120 times of the open half of ``validation``,
without it 90."""
_UNCOVERED = log(3.0)
"""That of a time of an operation no kernel performs: an estimate, or that of a similar one."""
_OVERLAPPING = ("x86-64", "aarch64")
_WIDER = 1.6
"""The same for sums of estimates on processors that do several operations at once: of 48 times at -O2
the intervals of ``zen3`` and ``x86_64-generic`` held 28 without it."""


@record
class Band:
    """The interval [s] that holds the time in nine cases of ten, and where it comes from.

    ``machine`` is ``calibration`` (what the calibration's kernels, left out of the fit, took against
    what was predicted) or ``estimate`` (the uncertainties of operation times, as if all erred the same
    way); ``parameters`` is whether measured or random parameters widen it. ``high`` has in it what a
    cost model without memory leaves out.
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
    numbers = [(item.block, prediction.counts[item.block.id]) for item in bound.blocks]
    factors, source = machine_factors(bound.machine, bound.toolchain, bound.model, numbers)
    if factors is None:
        return None
    low, high = (log(factor) for factor in factors)
    middle, around = total, False
    spread = None if uncertainty is None or not uncertainty.of_time else uncertainty.total
    if spread is not None and min(spread.quantiles) > 0:
        first, middle, last = spread.quantiles
        low, high = -hypot(low, log(middle / first)), hypot(high, log(last / middle))
        around = True
    if source == "calibration" and bound.uncovered:
        share = uncovered_share(prediction)
        low, high = -hypot(low, share * _UNCOVERED), hypot(high, share * _UNCOVERED)
    waiting = 0.0 if prediction.memory is None else prediction.memory.seconds
    return Band(middle * exp(low), (middle + waiting) * exp(high), source, around)


def uncovered_share(prediction: Prediction) -> float:
    """Return the share of the time in operations that no kernel of the calibration performs.

    Of sums of operation times: other models do not say what one operation takes.
    """
    bound = prediction.bound
    if bound is None or not bound.uncovered:
        return 0.0
    times = OperationTimes(bound.machine, bound.toolchain)
    whole = part = 0.0
    for item in bound.blocks:
        count = float(prediction.counts[item.block.id] or 0)
        for line in item.block.block.lines if count else ():
            for operation, amount in line.operations.items():
                seconds = count * amount * _seconds(times, operation)
                whole += seconds
                part += seconds if operation in bound.uncovered else 0.0
    return part / whole if whole else 0.0


def _seconds(times: OperationTimes, operation: str) -> float:
    """The time of an operation [s]; 0 where the machine file does not give it."""
    try:
        return times.value(operation).value
    except SadError:
        return 0.0


def machine_factors(
    machine: Machine,
    toolchain: Toolchain,
    cost_model: str,
    numbers: Iterable[tuple[BlockCount, Number | None]],
) -> tuple[tuple[float, float] | None, str]:
    """Return what to multiply a predicted time with for the ends of its interval, and why.

    ``numbers`` are the blocks with how often they run. None if nothing is known of it; the reason is
    ``calibration`` or ``estimate``, as in ``Band``.
    """
    compiles = cost_model_named(cost_model).compiles
    quantiles: Mapping[float, float] = {}
    source = "calibration"
    if compiles and toolchain.asm is not None:
        quantiles = toolchain.asm.residual_quantiles
    elif toolchain.calibration is not None and cost_model == toolchain.model:
        quantiles = toolchain.calibration.residual_quantiles
    elif toolchain.throughput is not None and cost_model == "throughput":
        quantiles, source = toolchain.throughput.residual_quantiles, "estimate"
    if LOW in quantiles and HIGH in quantiles:
        low = exp(-hypot(_OF_PROGRAMS, log(min(1.0, quantiles[LOW]))))
        high = exp(hypot(_OF_PROGRAMS, log(max(1.0, quantiles[HIGH]))))
        return (low, high), source
    if compiles:  # operations of the source have no part in it
        return None, ""
    relative = _relative(OperationTimes(machine, toolchain), numbers)
    if relative is None:
        return None, ""
    overlaps = canonical_architecture(machine.architecture) in _OVERLAPPING
    width = exp(_NORMAL * log1p(relative) * (_WIDER if overlaps else 1.0))
    return (1 / width, width), "estimate"


def _relative(
    times: OperationTimes, numbers: Iterable[tuple[BlockCount, Number | None]]
) -> float | None:
    """The mean relative uncertainty of the operations' times, weighted by the time they take."""
    whole = unsure = 0.0
    for block, count in numbers:
        if not count:
            continue
        for line in block.block.lines:
            for operation, amount in line.operations.items():
                value = times.value(operation)
                if value.uncertainty is None and value.value:
                    return None
                seconds = float(count) * amount * value.value
                whole += seconds
                unsure += seconds * (value.uncertainty or 0.0)
    return unsure / whole if whole else None
