"""A model against measured times, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.records import record
from sad.scaling.measured import deviations
from sad.scaling.run import evaluate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sad.scaling.measured import Deviations, Measured
    from sad.scaling.run import Experiment

    Floats = NDArray[np.float64]


@record
class Validation:
    """Times of the ``model`` and of the ``experiment`` [s], per measured row.

    Where the program cannot run, the model is NaN and ``reasons`` says why; elsewhere it is empty.
    """

    title: str
    measured: Measured
    model: Floats
    experiment: Floats
    deviations: Deviations
    reasons: tuple[str, ...]

    @property
    def counted(self) -> int:
        """How many rows the model has a time for."""
        return sum(not reason for reason in self.reasons)

    @property
    def mean(self) -> float:
        """The mean of |D%|."""
        import numpy as np  # noqa: PLC0415 - heavy

        return float(np.nanmean(np.abs(self.deviations.percent)))

    @property
    def largest(self) -> float:
        """The largest |D%|."""
        import numpy as np  # noqa: PLC0415 - heavy

        return float(np.nanmax(np.abs(self.deviations.percent)))


def validate(experiment: Experiment, measured: Measured) -> Validation:
    """Return the model at the measured rows.

    Raises SAD893 at the first of them if the program can run at none.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    rows = measured.grids()
    instead = {name: np.array(values) for name, values in measured.sizes.items()}
    found = evaluate(experiment, np.zeros(rows.nprocs.size, dtype=np.int64), rows, instead)
    seconds = np.array(measured.seconds)
    model = found.communication + found.computation
    reasons = tuple(found.reasons[int(place)] for place in found.reason)
    if all(reasons):
        message = f"the program can run at none of the measured points: {reasons[0]}"
        place = Span.at(measured.file, measured.lines[0])
        raise input_error("SAD893", message, place, "measure where the model says it can run")
    subject = experiment.subject
    where = f" on {subject.machine}" if subject.machine else ""
    title = f"{subject.program.name}{where}{f', {subject.library}' if subject.library else ''}"
    return Validation(title, measured, model, seconds, deviations(model, seconds), reasons)
