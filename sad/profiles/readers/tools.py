"""The programs that readers of profiles run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tools:
    """``gcov``: the program that reads .gcda files, of the compiler that built what ran.

    ``timeout_s`` is for each call of it, in seconds.
    """

    gcov: str = "gcov"
    timeout_s: float = 120.0
