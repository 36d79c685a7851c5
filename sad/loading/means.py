"""What a run may use to make a description: a cache, processes, a cluster."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.incremental.elsewhere import Elsewhere
from sad.incremental.tool import tool_digest
from sad.workers.pool import SECONDS, Pool
from sad.workers.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from sad.workers.tasks import Workers


@dataclass(frozen=True, slots=True)
class Means:
    """``cache`` is a folder, None for none. ``jobs`` is the number of processes, 1 for this one alone.

    A file or unit that takes one of them more than ``seconds`` is left out. ``scheduler`` is the
    address of a Dask cluster whose processes are to be used instead; these have to see the same files.
    """

    cache: Path | None = None
    jobs: int = 1
    seconds: float = SECONDS
    scheduler: str | None = None

    @property
    def is_alone(self) -> bool:
        """Whether there is neither a cache nor anybody else who works."""
        return self.cache is None and self.jobs == 1 and self.scheduler is None

    @contextmanager
    def elsewhere(self) -> Generator[Elsewhere | None]:
        """Let others work, if there are any; they are stopped in the end.

        Raises as ``sad.cluster.connect`` if there is no cluster at the address.
        """
        if self.scheduler is None and self.jobs == 1:
            yield None
            return
        workers = self._workers()
        progress = Progress()
        try:
            yield Elsewhere(workers, progress.show, at_once=self.scheduler is not None)
        finally:
            progress.clear()
            workers.close()

    def _workers(self) -> Workers:
        if self.scheduler is None:
            return Pool(self.jobs, self.seconds)
        from sad.cluster.workers import ClusterWorkers  # noqa: PLC0415 - needs f2sad[dask]

        return ClusterWorkers(self.scheduler, tool_digest)


ALONE = Means()
"""This process, and nothing kept."""
