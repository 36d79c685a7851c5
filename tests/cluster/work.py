"""Tasks for workers: they import them by name."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from sad.diagnostics import argument_error


def digest():
    return "the same"


def digest_of_workers():
    """Differs between this process and the scheduler's on one side, and the workers on the other."""
    return "worker" if "distributed.nanny" in sys.modules and is_worker() else "client"


def is_worker():
    from distributed import Worker

    return bool(Worker._instances)


def scaled(item, common):
    return item * common["factor"]


def slow_first(item, common):
    time.sleep(common if item == 0 else 0)
    return item


def noted(item, folder):
    Path(folder, str(item)).touch()
    return item


def process(item, common):
    time.sleep(0.1)
    return os.getpid()


def refusing(item, common):
    if item == common:
        raise argument_error("SAD851", f"not {item}", "another")
    return item


def broken(item, common):
    return 1 // item


def deep(item, common):
    return 0 if item == 0 else 1 + deep(item - 1, common)


def deadly_once(item, common):
    """Kill the worker the first time a file does not say that it has happened."""
    folder, fatal = common
    seen = Path(folder, f"seen{item}")
    if item in fatal and not seen.exists():
        seen.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def deadly(item, common):
    if item in common:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item
