"""How often things run, at many points at once: the checks of values that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.vectorise import BrokenAssumption
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sad.algebra.vectorise import ArrayFormulas
    from sad.diagnostics import SadError

    Floats = NDArray[np.float64]

_ROUNDING = 1e-6


def checked(formulas: ArrayFormulas, arrays: Mapping[str, Floats]) -> list[Floats]:
    """The values of formulas; raises SAD503 for values that cannot be."""
    try:
        return formulas(arrays)
    except BrokenAssumption:
        message = "a loop would run more often than its bounds allow"
        raise values_error(message, "give smaller values") from None
    except ZeroDivisionError:
        message = "with the values given, a count divides by zero"
        raise values_error(message, "a divisor or a loop's step is zero") from None


def largest_of(count: Floats) -> float:
    """The largest of some counts; raises SAD503 if one is below 0."""
    largest = float(count.max())
    if count.min() < -_ROUNDING * max(1.0, largest):
        message = "the values given contradict each other: something would run below 0 times"
        raise values_error(message, "check probabilities and trip counts of one loop")
    return largest


def values_error(message: str, hint: str) -> SadError:
    """Return the error (SAD503) about values that cannot be."""
    return argument_error("SAD503", message, hint)
