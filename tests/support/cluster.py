"""A real Dask cluster on this machine: a scheduler, and two workers in processes of their own."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_FAILURES = 1  # deaths after which Dask gives up a task: the default of 3 takes seconds longer


def needs_dask() -> None:
    """Skip the test, visibly, without Dask."""
    pytest.importorskip("distributed", reason="Dask is not installed: f2sad[dask]")


@contextmanager
def local_cluster(**options: object) -> Iterator[str]:
    """Run a cluster and yield its scheduler's address; skip the test, visibly, without Dask."""
    needs_dask()
    import dask
    from distributed import LocalCluster

    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, **options}
    allowed = {"distributed.scheduler.allowed-failures": _FAILURES}
    with (
        dask.config.set(allowed),
        LocalCluster(dashboard_address=":0", silence_logs="CRITICAL", **settings) as cluster,
    ):
        yield cluster.scheduler_address
