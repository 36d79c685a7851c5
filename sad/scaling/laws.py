"""Amdahl's and Gustafson's laws, and what share of serial work fits given speed-ups.

``serial`` is a share of the time: of one process under Amdahl's law, of the parallel machine under
Gustafson's (Brehm 1999, equations 2.13 to 2.17; of 2.15 to 2.17 the corrected forms, in which the
labels of t_1 and t_P are not exchanged).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@record
class Fit:
    """The serial share that fits some speed-ups best, and how far the law is from them at most.

    ``deviation`` is relative to the speed-up; ``points`` is how many were looked at.
    """

    law: str
    serial: float
    deviation: float
    points: int

    @property
    def limit(self) -> float | None:
        """The largest speed-up under Amdahl's law, None if there is none."""
        return amdahl_limit(self.serial) if self.law == "Amdahl" and self.serial > 0 else None


def amdahl_speedup(serial: float | Floats, nprocs: float | Floats) -> float | Floats:
    """Return S = 1/(s + (1-s)/P) (Amdahl 1967)."""
    return 1 / (serial + (1 - serial) / nprocs)


def amdahl_limit(serial: float) -> float:
    """Return the limit of Amdahl's speed-up for any number of processes: 1/s."""
    return 1 / serial


def gustafson_speedup(serial: float | Floats, nprocs: float | Floats) -> float | Floats:
    """Return the scaled speed-up S = P + (1-P) s (Gustafson 1988)."""
    return nprocs + (1 - nprocs) * serial


def fit_amdahl(nprocs: Floats, speedup: Floats) -> Fit | None:
    """Return the share with the least squares of the relative deviations of the time.

    With t = 1/S the law is t - 1/P = s (1 - 1/P), linear in s. None with fewer than two numbers of
    processes above 1.
    """
    return _fit("Amdahl", nprocs, speedup, 1 / speedup - 1 / nprocs, 1 - 1 / nprocs, speedup)


def fit_gustafson(nprocs: Floats, speedup: Floats) -> Fit | None:
    """Return the share with the least squares of the relative deviations of the speed-up.

    The law is P - S = s (P - 1), linear in s. None with fewer than two numbers of processes above 1.
    """
    return _fit("Gustafson", nprocs, speedup, nprocs - speedup, nprocs - 1, 1 / speedup)


def _fit(
    law: str, nprocs: Floats, speedup: Floats, left: Floats, right: Floats, weight: Floats
) -> Fit | None:
    import numpy as np  # noqa: PLC0415 - heavy

    used = (nprocs > 1) & np.isfinite(speedup) & (speedup > 0)
    if np.unique(nprocs[used]).size < 2:
        return None
    y, x = left[used] * weight[used], right[used] * weight[used]
    serial = float((x * y).sum() / (x * x).sum())
    predicted = (amdahl_speedup if law == "Amdahl" else gustafson_speedup)(serial, nprocs[used])
    deviation = float(np.abs(predicted / speedup[used] - 1).max())
    return Fit(law, serial, deviation, int(used.sum()))
