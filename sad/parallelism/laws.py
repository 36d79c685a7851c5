"""Speed-ups: what work and span leave open (Brehm 2)."""

from __future__ import annotations


def brent(work: float, span: float, processors: int) -> tuple[float, float]:
    """Return the least and the greatest speed-up on so many processors (Brent 1974).

    ``max(W/P, D) <= T <= (W - D)/P + D``: greedy scheduling keeps both, for work W and span D above 0.
    """
    slowest = (work - span) / processors + span
    return work / slowest, min(float(processors), work / span)
