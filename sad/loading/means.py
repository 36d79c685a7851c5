"""What a run may use to make a description: a cache, processes, a cluster."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from sad.incremental.dispatch import Dispatch
    from sad.workers.tasks import Workers


@record
class Means:
    """``cache`` is a folder, None for none. ``jobs`` is the number of processes, 1 for this one alone.

    A file or unit that takes one of them more than ``seconds`` is left out; if there is a limit, others
    work from the first file on, else only where there is enough to do. ``scheduler`` is the
    address of a Dask cluster whose processes are to be used instead; these have to see the same files.
    """

    cache: Path | None = None
    jobs: int = 1
    seconds: float | None = None
    scheduler: str | None = None

    @property
    def is_alone(self) -> bool:
        """Whether there is neither a cache nor anybody else who works."""
        return self.cache is None and not self._has_others

    @property
    def _has_others(self) -> bool:
        return self.jobs > 1 or self.seconds is not None or self.scheduler is not None

    @contextmanager
    def elsewhere(self) -> Generator[Dispatch | None]:
        """Let others work, if there are any; they are stopped in the end.

        Raises as ``sad.cluster.connect`` if there is no cluster at the address.
        """
        if not self._has_others:
            yield None
            return
        from sad.incremental.dispatch import Dispatch  # noqa: PLC0415 - only with others

        workers = self._workers()
        at_once = self.scheduler is not None or self.seconds is not None
        try:
            yield Dispatch(workers, at_once=at_once)
        finally:
            workers.close()

    def _workers(self) -> Workers:
        if self.scheduler is None:
            from sad.workers.pool import SECONDS, Pool  # noqa: PLC0415

            return Pool(self.jobs, self.seconds or SECONDS)
        from sad.cluster.tasks import ClusterWorkers  # noqa: PLC0415 - needs f2sad[dask]
        from sad.incremental.fingerprint import tool_digest  # noqa: PLC0415

        return ClusterWorkers(self.scheduler, tool_digest)


ALONE = Means()
"""Nothing but this process."""
