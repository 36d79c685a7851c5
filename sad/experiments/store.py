"""Sweeps over more points than memory holds: block by block, through Dask arrays, to a folder.

The folder appears whole or not at all (``atomic_directory``).
"""

from __future__ import annotations

import os
import pickle
import shutil
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sad.cluster.tasks import wait_for
from sad.cluster.worker import Work, hold
from sad.diagnostics import SadError, Span, argument_error, input_error
from sad.experiments import parquet_store, zarr_store
from sad.experiments.remote import values_of
from sad.extras import need_dask
from sad.late import numpy as np
from sad.records import record
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import ModuleType

    from sad.cluster.connection import Cluster
    from sad.experiments.grid import Place
    from sad.experiments.remote import Blocks
    from sad.experiments.sweep_table import SweepTable

    Tick = Callable[[int, int], None]

_STORES: dict[str, ModuleType] = {".zarr": zarr_store, ".parquet": parquet_store}
_PARTS = {".zarr": ("dask.array", "zarr"), ".parquet": ("dask.array", "pyarrow.parquet")}
_FUNCTION = "sad-sweep"  # how the tasks of blocks are called


@record
class Stored:
    """What was stored: how many points, and the least and the largest value of each column."""

    points: int
    least: tuple[float, ...]
    largest: tuple[float, ...]


def check_target(path: str) -> str:
    """Return the kind of file, ``.zarr`` or ``.parquet``.

    Raises ``SadError`` SAD950 for another kind, SAD854 without its packages, and as ``check_new``.
    """
    for suffix, modules in _PARTS.items():
        if path.rstrip("/").endswith(suffix):
            for module in modules:
                need_dask(module, f"--to {path}")
            check_new(path)
            return suffix
    hint = "name a file.zarr (an array for each column) or a file.parquet (a table)"
    raise argument_error("SAD950", f"--to {path}: neither .zarr nor .parquet", hint)


def store(
    blocks: Blocks,
    table: SweepTable,
    path: str,
    cluster: Cluster | None = None,
    tick: Tick | None = None,
) -> Stored:
    """Write the values of curves at all points of a grid; ``table`` says what they are.

    A few blocks are in memory at a time: here one, on a cluster one for each thread. The values are
    those of ``ArrayCurve``, float64. Raises as ``check_target``, ``atomic_directory``,
    ``check_shared`` and ``Blocks.values``, and SAD952 if the cluster fails.
    """
    writer = _STORES[check_target(path)]
    blocks.curves.at(next(blocks.grid.points(tuple((0, 1) for _ in blocks.grid.axes))))
    with atomic_directory(path) as folder:
        if cluster is not None:
            check_shared(cluster, folder)
        values = _array(blocks, cluster)
        written = writer.write(folder, blocks.grid, table, _about(table), values)
        wanted = (written, values.min(_inner(values)), values.max(_inner(values)))
        if cluster is None:
            _, least, largest = _here(wanted, blocks.grid.blocks, tick)
        else:
            _, least, largest = _there(wanted, cluster)
        writer.finish(folder, blocks.grid, table)
    return Stored(blocks.grid.size, tuple(least.tolist()), tuple(largest.tolist()))


def _array(blocks: Blocks, cluster: Cluster | None) -> Any:
    """All values as one Dask array; its first dimension are the columns, in one chunk."""
    array = need_dask("dask.array", "--to")
    columns = len(blocks.curves.columns)
    work: Callable[[Place, Any], Any] = values_of
    common: Any = blocks
    name = f"{_FUNCTION}-{uuid4().hex}"
    if cluster is not None:
        packed = pickle.dumps(blocks)
        work = Work(values_of, cluster.identity, cluster.about, name)
        common = need_dask("dask", "--to").delayed(hold)(packed, dask_key_name=f"common-{name}")
    return array.map_blocks(
        _evaluated,
        name=name,
        chunks=((columns,), *blocks.grid.chunks),
        dtype="f8",
        meta=np.empty((0,) * (1 + len(blocks.grid.axes))),
        work=work,
        common=common,
    )


def _evaluated(
    *, work: Callable[[Place, Any], Any], common: Any, block_info: dict[None, Any]
) -> Any:
    """The values of one block, at the place that Dask tells."""
    place = tuple(block_info[None]["array-location"][1:])
    answer = work(place, common)
    if isinstance(answer, SadError):
        raise answer
    return answer


def _inner(values: Any) -> tuple[int, ...]:
    return tuple(range(1, values.ndim))


def _here(wanted: Any, blocks: int, tick: Tick | None) -> Any:
    """Work all out in this thread, one block after the other."""
    dask = need_dask("dask", "--to")
    done = 0

    def after(key: Any, *_: Any) -> None:
        nonlocal done
        if tick is not None and str(key).startswith(f"('{_FUNCTION}"):
            done += 1
            tick(done, blocks)

    with need_dask("dask.callbacks", "--to").Callback(posttask=after):
        return dask.compute(*wanted, scheduler="synchronous")


def _there(wanted: Any, cluster: Cluster) -> Any:
    """Work all out on the cluster; raises SAD952 if that cannot be."""
    distributed = need_dask("distributed", "--scheduler")
    with warnings.catch_warnings():  # of large graphs: that is what a sweep is
        warnings.simplefilter("ignore")
        futures = cluster.client.compute(list(wanted))
    try:
        for future in futures:
            wait_for(cluster, future)
        return cluster.client.gather(futures)
    except distributed.KilledWorker as error:
        hint = "look at the workers' own output: they may have too little memory"
        raise argument_error("SAD952", f"workers died again and again: {error}", hint) from None
    finally:
        if cluster.client.status == "running":
            cluster.client.cancel(futures)


def _about(table: SweepTable) -> dict[str, Any]:
    """What goes with the numbers: where they come from, in plain values."""
    first = table.columns[0]
    return {
        "tool": "sad",
        "version": tool_version(),
        "program": first.entry,
        "source": first.program,
        "given": dict(table.given),
    }


def check_new(path: str) -> None:
    """Fail if a result cannot be written there: SAD953 if there is something, SAD111 otherwise."""
    target = Path(path)
    if target.exists() or target.is_symlink():
        hint = "remove it, or give another name: results of long runs are not overwritten"
        raise argument_error("SAD953", f"{path} is there already", hint)
    folder = target.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        hint = "name a file in a folder that exists and that you may write to"
        raise input_error("SAD111", "cannot be written", Span.at(path or "<arguments>"), hint)


@contextmanager
def atomic_directory(path: str) -> Generator[Path]:
    """Yield a new folder beside ``path``, which it becomes at the end if all went well.

    If the process is killed, what is left has a name of its own: ``.NAME.PID``. Raises as
    ``check_new``, and ``SadError`` SAD111 if the disk does not take it.
    """
    check_new(path)
    target = Path(path).resolve()
    folder = target.parent / f".{target.name}.{os.getpid()}"
    try:
        shutil.rmtree(folder, ignore_errors=True)  # of an earlier process with this number
        folder.mkdir()
        yield folder
        check_new(path)  # somebody else may have been faster
        folder.rename(target)
    except OSError as error:
        reason = error.strerror or "write error"
        hint = "see whether there is room on the disk"
        message = f"cannot be written: {reason}"
        raise input_error("SAD111", message, Span.at(path), hint) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check_shared(cluster: Cluster, folder: Path) -> None:
    """Fail if a worker does not see a folder that is here: its part would be lost (SAD954)."""
    answers: dict[str, object] = cluster.client.run(os.path.isdir, str(folder), on_error="return")
    for address, answer in answers.items():
        if answer is not True:
            message = f"worker {address} does not see {folder.parent}: it cannot write there"
            hint = "--to names a file in a folder that all machines of the cluster share"
            raise argument_error("SAD954", message, hint)
