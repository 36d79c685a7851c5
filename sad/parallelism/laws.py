"""Speed-ups: what work and span leave open, and what a serial share costs (Brehm 2)."""

from __future__ import annotations


def brent(work: float, span: float, processors: int) -> tuple[float, float]:
    """Return the least and the greatest speed-up on so many processors (Brent 1974).

    ``max(W/P, D) <= T <= (W - D)/P + D``: greedy scheduling keeps both, for work W and span D above 0.
    """
    slowest = (work - span) / processors + span
    return work / slowest, min(float(processors), work / span)


def amdahl(serial: float, processors: float) -> float:
    """Return the speed-up of a fixed problem, a share of whose work is serial: ``1/(s + (1-s)/P)``."""
    return 1.0 / (serial + (1.0 - serial) / processors)


def gustafson(serial: float, processors: float) -> float:
    """Return the speed-up of a problem that grows with the processors: ``P + (1-P) s``.

    ``serial`` is the share of the time on the parallel machine (Brehm Eq 2.15 to 2.17 with the labels
    put right).
    """
    return processors + (1.0 - processors) * serial
