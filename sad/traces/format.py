"""A trace: a head in JSON and one file of 64-byte records a rank, in a zip archive or a folder.

A record is a call, or a part of the call before it: a further message or request. Clocks are in ns.
``partner`` is a rank of the communicator, the root of a collective operation, or one of ``ANY``,
``NOBODY`` and ``NONE``; ``matched`` is who a message came from. ``request`` numbers the requests of a
rank from 1. ``routine``, ``communicator`` and ``site`` are places in the tables of the head.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sad.diagnostics import Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.diagnostics import Diagnostics, SadError

SCHEMA = "sad-trace/1"
RECORD = np.dtype(
    [
        *[(name, "<u8") for name in ("wall_in", "cpu_in", "wall_out", "cpu_out", "bytes")],
        *[(name, "<i4") for name in ("partner", "matched", "tag")],
        *[(name, "<u4") for name in ("site", "request")],
        *[(name, "<u2") for name in ("routine", "communicator")],
    ]
)
PART = 0x8000
"""Added to the routine of a record that is a part of the call before."""
CODE = PART - 1
"""What of the column ``routine`` is the routine, without the mark of parts."""
ANY, NOBODY, NONE = -1, -2, -3
"""Partners: any rank, MPI_PROC_NULL, and no partner or root at all."""
HEAD, OTF2 = "trace.json", "traces.otf2"
CLOCKS = ("cpu", "wall", "one-processor")


@record
class Site:
    """Where a call stands; ``line`` is 0 and ``file`` the program where it is not known."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        """Return ``file:line``, or the name of the program alone."""
        name = Path(self.file).name
        return f"{name}:{self.line}" if self.line else name


@record
class Communicator:
    """Ranks of the world by their rank in the communicator."""

    members: tuple[int, ...]
    is_modelled: bool = True


@dataclass(slots=True)
class Trace:
    """What was recorded: the records of each rank, and whether it came to its end."""

    routines: tuple[str, ...]
    communicators: tuple[Communicator, ...]
    sites: tuple[Site, ...]
    rows: tuple[NDArray[np.void], ...]
    complete: tuple[bool, ...]
    clock: str = "cpu"
    """``cpu`` or ``wall``, a clock of each rank, or ``one-processor``, one for threads in turn."""
    clock_cost_s: float = 0.0
    """What the readings of clocks around a call take of the computation between two calls."""
    command: tuple[str, ...] = ()
    computer: str = ""
    library: str = ""
    started: str = ""
    spread: float | None = None
    """Of aligned runs: how much longer computation takes in the slowest than in the least."""
    runs: int = 1
    notes: tuple[str, ...] = ()
    file: str = field(default="")

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self.rows)

    @property
    def is_mpi(self) -> bool:
        """Whether ranks pass messages; else threads with barriers and remote accesses."""
        threads = [place for place, name in enumerate(self.routines) if name in THREADS]
        return not any(np.isin(rows["routine"], threads).any() for rows in self.rows)

    def head(self) -> dict[str, Any]:
        """Return the head as it is written."""
        return {
            "schema": SCHEMA,
            "ranks": self.ranks,
            "clock": self.clock,
            "clock_cost_s": self.clock_cost_s,
            "started": self.started,
            "command": list(self.command),
            "computer": self.computer,
            "library": self.library,
            "runs": self.runs,
            "spread": self.spread,
            "notes": list(self.notes),
            "record_bytes": RECORD.itemsize,
            "routines": list(self.routines),
            "communicators": [
                {"members": list(item.members), "modelled": item.is_modelled}
                for item in self.communicators
            ],
            "sites": [
                {"file": site.file, "line": site.line, "function": site.function}
                for site in self.sites
            ],
            "files": [
                {"name": _name(rank), "records": len(rows), "complete": complete}
                for rank, (rows, complete) in enumerate(zip(self.rows, self.complete, strict=True))
            ],
        }

    def check(self, diagnostics: Diagnostics) -> None:
        """Warn of ranks that ended early (SAD663) and of calls that are not modelled (SAD668)."""
        span = Span.at(self.file)
        early = [str(rank) for rank, whole in enumerate(self.complete) if not whole]
        if early:
            ranks = ", ".join(early[:8]) + (", ..." if len(early) > 8 else "")
            what = f"rank {ranks}" if len(early) == 1 else f"ranks {ranks}"
            message = f"the records of {what} end before MPI_Finalize"
            diagnostics.warning("SAD663", message, span, "what follows is missing: record it again")
        used = np.zeros(len(self.routines), np.bool_)
        for rows in self.rows:
            used[np.unique(rows["routine"] & CODE)] = True
        known = MODELLED | LOCAL
        odd = [name for name, is_used in zip(self.routines, used, strict=True) if is_used]
        odd = [name for name in odd if name not in known]
        files = [name for name in odd if name.startswith(FILES)]
        if files:
            message = f"files take as long anywhere as they took here: {', '.join(files)}"
            hint = "machine files say nothing of files; --ratio does not change this time"
            diagnostics.warning("SAD648", message, span, hint)
        odd = [name for name in odd if name not in files]
        if odd:
            message = f"calls that are not modelled take no time: {', '.join(odd)}"
            diagnostics.warning("SAD668", message, span, "docs/traces.md lists what is modelled")


SENDS = frozenset(f"mpi_{mode}send" for mode in ("", "b", "s", "r"))
ISENDS = frozenset(f"mpi_i{mode}send" for mode in ("", "b", "s", "r"))
SEND_INITS = frozenset(f"mpi_{mode}send_init" for mode in ("", "b", "s", "r"))
BOTH = frozenset(("mpi_sendrecv", "mpi_sendrecv_replace"))
STARTS = frozenset(("mpi_start", "mpi_startall"))
WAITS = frozenset(
    f"mpi_{name}"
    for name in ("wait", "waitall", "waitany", "waitsome", "test", "testall", "testany", "testsome")
)
LOOKS = frozenset(f"mpi_{name}" for name in ("test", "testall", "testany", "testsome", "iprobe"))
"""Calls of which those in a row that find nothing are one record; its bytes are how many."""
COLLECTIVES = {
    "mpi_barrier": "barrier",
    "mpi_bcast": "broadcast",
    "mpi_reduce": "reduce",
    "mpi_allreduce": "allreduce",
    "mpi_scan": "scan",
    "mpi_exscan": "scan",
    "mpi_reduce_scatter": "reduce_scatter",
    "mpi_reduce_scatter_block": "reduce_scatter",
    "mpi_gather": "gather",
    "mpi_gatherv": "gather",
    "mpi_scatter": "scatter",
    "mpi_scatterv": "scatter",
    "mpi_allgather": "allgather",
    "mpi_allgatherv": "allgather",
    "mpi_alltoall": "alltoall",
    "mpi_alltoallv": "alltoall",
}
"""Operations of all ranks of a communicator, and the primitive of a machine file that each is."""
THREADS = frozenset(("enter", "exit", "read", "write"))
MODELLED = frozenset(
    {*SENDS, *ISENDS, *SEND_INITS, *BOTH, *STARTS, *WAITS, *COLLECTIVES, *THREADS}
    | {"mpi_recv", "mpi_irecv", "mpi_recv_init", "mpi_iprobe"}
)
LOCAL = frozenset(
    {"begin", "end", "mpi_init", "mpi_finalize", "mpi_request_free", "mpi_probe", "mpi_wtime"}
    | {f"mpi_comm_{name}" for name in ("dup", "dup_with_info", "split", "split_type")}
    | {f"mpi_comm_{name}" for name in ("create", "create_group", "free", "disconnect")}
    | {"mpi_cart_create", "mpi_cart_sub", "mpi_graph_create", "mpi_intercomm_merge"}
    | {"mpi_dist_graph_create", "mpi_dist_graph_create_adjacent"}
)
"""What takes no time of its own."""
FILES = "mpi_file_"
"""How names of calls begin that read and write files; they take what they took when recorded."""
_FILES_OF_ALL = ("open", "close", "preallocate", "set_size", "set_view", "sync", "seek_shared")


def is_of_all(name: str) -> bool:
    """Whether all ranks of a communicator call a routine of files together."""
    what = name.removeprefix(FILES)
    return "_all" in what or "ordered" in what or what in _FILES_OF_ALL


def _name(rank: int) -> str:
    return f"r{rank}.bin"


def trace_bytes(trace: Trace) -> bytes:
    """Return a trace as a zip archive."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(HEAD, json.dumps(trace.head(), indent=1) + "\n")
        for rank, rows in enumerate(trace.rows):
            archive.writestr(_name(rank), rows.tobytes())
    return stream.getvalue()


def read_trace(text: str) -> Trace:
    """Return the trace in a file or a folder; a file that is no archive is read as text.

    Those of Paraver (``.prv``) and OTF2 (``.otf2``, or the folder of it) are known by their names.
    Raises SAD661 for what is no trace, SAD662 for records that cannot be, and as ``read_text``.
    """
    path = Path(text)
    if path.suffix == ".prv":
        from sad.traces.paraver import read_paraver  # noqa: PLC0415

        return read_paraver(path)
    otf2 = path / OTF2 if (path / OTF2).exists() else path
    if otf2.suffix == ".otf2":
        from sad.traces.otf2 import read_otf2  # noqa: PLC0415

        return read_otf2(str(otf2))
    if path.is_dir():
        return _read(_Folder(path), text)
    try:
        is_archive = zipfile.is_zipfile(path)
        if is_archive:
            with zipfile.ZipFile(path) as archive:
                return _read(_Archive(archive), text)
    except (OSError, zipfile.BadZipFile) as error:
        raise no_trace(text, str(error)) from None
    from sad.traces.text import read_text  # noqa: PLC0415

    return read_text(path)


def no_trace(file: str, why: str) -> SadError:
    """Return the error that a file is no trace."""
    hint = "sad trace record writes one; docs/traces.md has the format"
    return input_error("SAD661", f"no trace: {why}", Span.at(file), hint)


class _Archive:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def read(self, name: str) -> bytes:
        return self._archive.read(name)


class _Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            raise KeyError(name) from None


def _read(box: _Archive | _Folder, file: str) -> Trace:
    try:
        found: object = json.loads(box.read(HEAD))
    except KeyError:
        raise no_trace(file, f"it has no {HEAD}") from None
    except ValueError as error:
        raise no_trace(f"{file}/{HEAD}", str(error)) from None
    head = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    if head.get("schema") != SCHEMA:
        raise no_trace(f"{file}/{HEAD}", f"its schema is not {SCHEMA}")
    if head.get("clock", CLOCKS[0]) not in CLOCKS:
        raise no_trace(f"{file}/{HEAD}", f"its clock is none of {', '.join(CLOCKS)}")
    try:
        trace = _of_head(head, file)
        names = [str(item["name"]) for item in head["files"]]
        complete = tuple(bool(item["complete"]) for item in head["files"])
        counts = [int(item["records"]) for item in head["files"]]
        ranks = int(head["ranks"])
    except (KeyError, TypeError, ValueError) as error:
        raise no_trace(f"{file}/{HEAD}", f"{type(error).__name__}: {error}") from None
    if len(names) != ranks or not names:
        raise no_trace(f"{file}/{HEAD}", f"{ranks} ranks, but {len(names)} files")
    rows: list[NDArray[np.void]] = []
    for name, count in zip(names, counts, strict=True):
        try:
            data = box.read(name)
        except KeyError:
            raise no_trace(file, f"the file {name} of a rank is missing") from None
        rows.append(records_of(data, count, f"{file}/{name}"))
    trace.rows, trace.complete = tuple(rows), complete
    for name, found in zip(names, rows, strict=True):
        check_records(found, trace, f"{file}/{name}")
    return trace


def _of_head(head: dict[str, Any], file: str) -> Trace:
    return Trace(
        tuple(map(str, head["routines"])),
        tuple(
            Communicator(tuple(map(int, item["members"])), bool(item["modelled"]))
            for item in head["communicators"]
        ),
        tuple(
            Site(str(item["file"]), int(item["line"]), str(item["function"]))
            for item in head["sites"]
        ),
        (),
        (),
        str(head["clock"]),
        float(head["clock_cost_s"]),
        tuple(map(str, head["command"])),
        str(head["computer"]),
        str(head["library"]),
        str(head["started"]),
        None if head["spread"] is None else float(head["spread"]),
        int(head["runs"]),
        tuple(map(str, head["notes"])),
        file,
    )


def records_of(data: bytes, count: int | None, file: str) -> NDArray[np.void]:
    """Return records from bytes; raises SAD662 for a part of one, or another number of them."""
    size = RECORD.itemsize
    if len(data) % size:
        raise _broken(file, len(data) - len(data) % size, f"{len(data) % size} bytes of {size}")
    found = np.frombuffer(data, RECORD)
    if count is not None and len(found) != count:
        raise _broken(file, len(data), f"{len(found)} records, but {HEAD} says {count}")
    return found


_MOST_BYTES = 1 << 62


def check_records(rows: NDArray[np.void], trace: Trace, file: str) -> None:
    """Raise SAD662 for unknown routines, communicators, sites and ranks, and times that go back."""
    size = RECORD.itemsize
    calls = rows["routine"] & CODE
    limits = [
        ("routine", calls, len(trace.routines)),
        ("communicator", rows["communicator"], len(trace.communicators)),
        ("site", rows["site"], len(trace.sites)),
    ]
    for name, values, limit in limits:
        bad = np.flatnonzero(values >= limit)
        if bad.size:
            raise _broken(file, int(bad[0]) * size, f"{name} {values[bad[0]]}, there are {limit}")
    sizes = np.array([len(item.members) for item in trace.communicators])
    if len(rows):
        for name in ("partner", "matched"):
            bad = np.flatnonzero((rows[name] < NONE) | (rows[name] >= sizes[rows["communicator"]]))
            if bad.size:
                raise _broken(file, int(bad[0]) * size, f"rank {rows[name][bad[0]]}")
        bad = np.flatnonzero(rows["bytes"] > _MOST_BYTES)
        if bad.size:
            raise _broken(file, int(bad[0]) * size, f"{rows['bytes'][bad[0]]} bytes")
        if rows["routine"][0] & PART:
            raise _broken(file, 0, "a part of no call")
    whole = np.flatnonzero((rows["routine"] & PART) == 0)
    for clock in ("wall", "cpu"):
        came, left = rows[f"{clock}_in"][whole], rows[f"{clock}_out"][whole]
        back = came > left
        back[1:] |= left[:-1] > came[1:]
        if back.any():
            raise _broken(file, int(whole[np.argmax(back)]) * size, "its time goes back")


def _broken(file: str, offset: int, what: str) -> SadError:
    message = f"a record cannot be: {what}, at byte {offset}"
    return input_error("SAD662", message, Span.at(file), "the file is cut off or of another format")
