"""How much longer computation takes on the target: from one of four sources, never from none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sad.machine.schema import Machine


@record
class Ratio:
    """``value`` times as long there as where it was recorded; ``source`` says how it is known.

    ``by_record`` has a ratio for what is before each record of each rank, if they differ.
    """

    value: float
    source: str
    by_record: tuple[NDArray[np.float64], ...] = ()

    def of(self, rank: int) -> float | NDArray[np.float64]:
        """Return the ratio of a rank's computation, or one for each of its records."""
        return self.by_record[rank] if self.by_record else self.value


def ratio_of(text: str | None, ratings: str | None, here: Machine | None, target: Machine) -> Ratio:
    """Return the ratio that is given, or that of two ratings, or of the ratings of two machine files.

    Raises SAD670 if there is no source, SAD673 for a number that cannot be.
    """
    if text is not None:
        return Ratio(_number("--ratio", text), "--ratio")
    if ratings is not None:
        own, colon, other = ratings.partition(":")
        if not colon:
            hint = "for instance --ratings 1.1360:2.7645, here and there, by one benchmark"
            raise argument_error("SAD673", f"--ratings {ratings}: HERE:THERE expected", hint)
        return Ratio(_number("--ratings", own) / _number("--ratings", other), "--ratings")
    if here is not None and here.rating_mflops and target.rating_mflops:
        source = f"the ratings of {here.name} and {target.name}"
        return Ratio(here.rating_mflops / target.rating_mflops, source)
    message = f"how much longer computation takes on {target.name} is not known"
    hint = (
        "--ratio 0.41 if you know it, --ratings HERE:THERE with one benchmark's results, or --here "
        "with the machine file of where it was recorded; --source prog.c gives each stretch its own"
    )
    raise argument_error("SAD670", message, hint)


def _number(option: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0.0 < found < float("inf"):
        raise argument_error("SAD673", f"{option} {text}: no ratio", "a number above zero")
    return found
