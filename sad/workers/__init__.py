"""Work in processes of its own: one that crashes, hangs or takes all memory costs one task.

tasks    what is asked for, what comes back, and limits of a process
serve    the loop of a process that works
pool     the processes of this computer
"""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
