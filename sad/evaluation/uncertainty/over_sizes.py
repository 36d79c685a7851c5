"""A predicted time and its interval as functions of the sizes that runs were made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.evaluation.model import FAR
from sad.evaluation.uncertainty.band import band_of
from sad.evaluation.uncertainty.stochastic import uncertainty_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.band import Band

_BEYOND = (1.0, FAR, 2 * FAR)  # times the largest that was measured
_SAMPLES = 10_000  # a table shows two digits


@record
class AtSizes:
    """The time [s] at values of the sizes, by symbol, and the interval it is in.

    ``is_far`` is set beyond ``FAR`` times what was measured.
    """

    sizes: Mapping[str, float]
    seconds: float
    band: Band | None
    is_far: bool


def over_sizes(prediction: Prediction) -> list[AtSizes]:
    """Return the time at the smallest and largest sizes of the runs, and at 2 and 4 times these.

    Sizes that runs had several of change together. Empty where there are none, or no time is known.
    """
    ranges = {name: item for name, item in prediction.model.measured.items() if item[0] < item[1]}
    if prediction.elsewhere is None or not ranges:
        return []
    points = [(False, {name: low for name, (low, _) in ranges.items()})]
    points += [
        (times > FAR, {name: times * high for name, (_, high) in ranges.items()})
        for times in _BEYOND
    ]
    found: list[AtSizes] = []
    for is_far, sizes in points:
        try:
            there = prediction.elsewhere(sizes)
            if there.total is None:
                return []
            band = band_of(there, uncertainty_of(there, _SAMPLES))
        except SadError:  # fitted functions contradict each other there
            continue
        found.append(AtSizes(sizes, there.total, band, is_far))
    return found
