"""The programs that readers of profiles run."""

from __future__ import annotations

import os
from dataclasses import field

from sad.records import record


@record
class Tools:
    """``gcov``: the program that reads .gcda files, of the compiler that built what ran.

    Unless given it is that of the environment's GCOV. ``timeout_s`` is for each call, in seconds.
    """

    gcov: str = field(default_factory=lambda: os.environ.get("GCOV") or "gcov")
    timeout_s: float = 120.0
