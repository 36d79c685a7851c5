"""A trace from what the recorder wrote: tables that every rank has of its own become tables of all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span, input_error
from sad.traces.format import CODE, PART, Communicator, Site, Trace, check_records, records_of
from sad.traces.sites import sites_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


@dataclass(slots=True)
class _Words:
    """The lines of one rank (recorder.c says which there are)."""

    rank: int = 0
    size: int = 0
    clock: tuple[float, float] = (0.0, 0.0)  # ns
    host: str = ""
    library: str = ""
    routines: dict[int, str] = field(default_factory=dict[int, str])
    comms: list[tuple[tuple[int, ...], bool]] = field(
        default_factory=list[tuple[tuple[int, ...], bool]]
    )
    sites: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    is_full: bool = False
    threads: str = ""
    end: int | None = None


def _read_words(text: str) -> _Words:
    found = _Words()
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "rank":
                found.rank, found.size = map(int, rest.split())
            case "clock":
                cpu, wall = map(float, rest.split())
                found.clock = cpu, wall
            case "host":
                found.host = rest
            case "library":
                found.library = rest
            case "routine":
                number, name = rest.split()
                found.routines[int(number)] = name
            case "comm" | "intercomm":
                _, *members = map(int, rest.split())
                found.comms.append((tuple(members), word == "comm"))
            case "site":
                number, offset, file = rest.split(" ", 2)
                found.sites[int(number)] = file, int(offset)
            case "full":
                found.is_full = True
            case "threads":
                found.threads = rest
            case "end":
                found.end = int(rest)
            case _:
                pass
    return found


def gathered(folder: Path, command: Sequence[str], most_by_wall: float = 0) -> Trace | None:
    """Return the trace in a folder of the recorder; None if no rank has written anything.

    The clock is that of the wall for so many ranks at most, for more that of the processor.
    Raises SAD662 for records that cannot be, SAD667 if two threads of a rank called MPI.
    """
    paths = sorted(folder.glob("r*.txt"), key=lambda path: int(path.stem[1:]))
    words = [_read_words(path.read_text(encoding="utf-8", errors="replace")) for path in paths]
    words = [item for item in words if item.size]
    if not words:
        return None
    threads = [item.threads for item in words if item.threads]
    if threads:
        message = f"two threads of a rank call MPI: the second calls {threads[0]}"
        hint = "record a run in which one thread of each rank calls MPI"
        raise input_error("SAD667", message, Span.at(command[0]), hint)
    size = words[0].size
    by_rank = {item.rank: item for item in words}
    absent = [rank for rank in range(size) if rank not in by_rank]
    if absent:
        message = f"rank {absent[0]} of {size} has left no records"
        hint = "ranks on other computers need the folder of temporary files in common"
        raise input_error("SAD662", message, Span.at(command[0]), hint)
    words = [by_rank[rank] for rank in range(size)]
    routines = tuple(dict.fromkeys(name for item in words for name in item.routines.values()))
    comms, comm_places = _communicators(words)
    places = tuple(dict.fromkeys(place for item in words for place in item.sites.values()))
    sites = (Site("", 0, ""), *sites_of(places))
    site_numbers = {place: number for number, place in enumerate(places, 1)}
    routine_numbers = {name: number for number, name in enumerate(routines)}
    rows: list[NDArray[np.void]] = []
    for item in words:
        path = folder / f"r{item.rank}.bin"
        data = path.read_bytes() if path.exists() else b""
        end = None if item.is_full else item.end
        found = records_of(data[: len(data) - len(data) % 64], end, path.name).copy()
        # a call that was at work when the rank ended has no end
        while len(found) and not found["wall_out"][-1]:
            found = found[:-1]
        part = found["routine"] & PART
        numbers = np.zeros(max(item.routines, default=0) + 1, np.uint16)
        for number, name in item.routines.items():
            numbers[number] = routine_numbers[name]
        found["routine"] = numbers[found["routine"] & CODE] | part
        found["communicator"] = comm_places[item.rank][found["communicator"]]
        numbers = np.zeros(max(item.sites, default=0) + 1, np.uint32)
        for number, place in item.sites.items():
            numbers[number] = site_numbers[place]
        found["site"] = numbers[found["site"]]
        rows.append(found)
    clock = "wall" if size <= most_by_wall else "cpu"
    cpu = max(item.clock[0] for item in words) * 1e-9
    wall = max(item.clock[1] for item in words) * 1e-9
    notes = ("recording stopped at the limit of its size",) * any(item.is_full for item in words)
    hosts = [item.host for item in words]
    if len(set(hosts)) > 1:
        _set_equal(rows, hosts)
        notes += (
            f"ranks on {len(set(hosts))} computers: clocks are set equal where MPI_Init ends",
        )
    trace = Trace(
        routines,
        comms,
        sites,
        tuple(rows),
        tuple(item.end is not None and not item.is_full for item in words),
        clock,
        # between two readings of the processor clock there is one whole reading, and two of the other
        (cpu + 2.0 * wall) if clock == "cpu" else wall,
        tuple(command),
        library=words[0].library,
        notes=notes,
        file=command[0],
    )
    for rank, found in enumerate(rows):
        check_records(found, trace, f"rank {rank}")
    return trace


def _set_equal(rows: Sequence[NDArray[np.void]], hosts: Sequence[str]) -> None:
    """Move the clocks of the wall of several computers so that MPI_Init ends on all at one time.

    Within a computer clocks are one; there the last rank counts. Each rank's intervals stay.
    """
    ends: dict[str, int] = {}
    for own, host in zip(rows, hosts, strict=True):
        if len(own):
            ends[host] = max(ends.get(host, 0), int(own["wall_out"][0]))
    latest = max(ends.values(), default=0)
    for own, host in zip(rows, hosts, strict=True):
        for name in ("wall_in", "wall_out"):
            own[name] += np.uint64(latest - ends.get(host, latest))


def _communicators(
    words: Sequence[_Words],
) -> tuple[tuple[Communicator, ...], list[NDArray[np.uint16]]]:
    """Communicators of all ranks: the same members, made as the first, second, ... with them."""
    places: dict[tuple[tuple[int, ...], bool, int], int] = {}
    by_rank: list[NDArray[np.uint16]] = []
    for item in words:
        seen: dict[tuple[tuple[int, ...], bool], int] = {}
        own: list[int] = []
        for key in item.comms:
            seen[key] = seen.get(key, 0) + 1
            own.append(places.setdefault((*key, seen[key]), len(places)))
        by_rank.append(np.array(own or [0], np.uint16))
    found = tuple(Communicator(members, is_intra) for members, is_intra, _ in places)
    return found, by_rank
