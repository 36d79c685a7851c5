"""Traces as text: one event a line, ``RANK TIME WORD ARGUMENTS``, times in microseconds.

    # clock one-processor
    0    0.0 begin
    0  120.0 enter                 a barrier is entered
    1  260.0 read 0 128            a remote access: owner, bytes (write is the same)
    0  310.0 exit                  the barrier is left
    2  305.0 send 3 800 7          partner, bytes, tag; isend, recv and irecv are the same
    2  306.0 wait                  for all that is open
    3  309.0 coll allreduce 8      an operation of all, bytes, the root if it has one
    3  310.0 other mpi_put         a call that is not modelled
    0  400.0 end

With ``clock cpu`` (or ``wall``) times are those of each rank alone, and calls take none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span, input_error
from sad.traces.format import (
    CLOCKS,
    CODE,
    COLLECTIVES,
    HEAD,
    ISENDS,
    LOCAL,
    MODELLED,
    NONE,
    PART,
    RECORD,
    SENDS,
    STARTS,
    THREADS,
    WAITS,
    Communicator,
    Site,
    Trace,
    no_trace,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from sad.diagnostics import SadError

    _Row = tuple[int, int, int, int, int, int, int]
    """Time [ns], bytes, partner, tag, request, routine, line."""

_ENDS = {"begin": "begin", "end": "end"}
_MESSAGES = {"send": "mpi_send", "isend": "mpi_isend", "recv": "mpi_recv", "irecv": "mpi_irecv"}
_OPERATIONS = {name.removeprefix("mpi_"): name for name in COLLECTIVES}
_NS = 1000  # a microsecond
_HINT = "RANK TIME WORD, docs/traces.md has the words"
_TEXT_ROUTINES = (
    *("begin", "end", "enter", "exit", "read", "write"),
    *("mpi_send", "mpi_isend", "mpi_recv", "mpi_irecv", "mpi_waitall"),
    *COLLECTIVES,
)
_MOST_RANKS, _LATEST = 1 << 20, 1 << 62


def read_text(path: Path) -> Trace:
    """Return the trace in a text; raises SAD661 for none, SAD666 for a line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise no_trace(str(path), "neither an archive nor text") from None
    except OSError as error:
        raise no_trace(str(path), error.strerror or str(error)) from None
    reader = _Reader(path)
    for number, line in enumerate(lines, 1):
        reader.read(line, number)
    return reader.trace(len(lines))


class _Reader:
    """Takes the lines of a text one by one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._clock, self._cost = "one-processor", 0.0
        self._places = {name: place for place, name in enumerate(_TEXT_ROUTINES)}
        self._rows: dict[int, list[_Row]] = {}
        self._open: dict[int, list[tuple[int, int, int, int]]] = {}
        self._made: dict[int, int] = {}
        self._latest: dict[int, int] = {}
        self._last = 0

    def read(self, line: str, number: int) -> None:
        """Take a line; raises SAD666."""
        text, _, comment = line.partition("#")
        words = text.split()
        if not words:
            said = comment.split()
            if said[:1] == ["clock"]:
                self._clock, self._cost = _clock(self._path, number, said[1:])
            return
        try:
            rank, time = int(words[0]), round(float(words[1]) * _NS)
            word, arguments = words[2], words[3:]
            if not (0 <= rank < _MOST_RANKS and 0 <= time < _LATEST):
                raise ValueError
        except (ValueError, IndexError, OverflowError):
            raise _wrong(self._path, number, f"{text.strip()!r} is no event") from None
        before = self._last if self._clock == "one-processor" else self._latest.get(rank, 0)
        if time < before:
            raise _wrong(self._path, number, f"{words[1]} is earlier than the event before")
        self._last = self._latest[rank] = time
        self._event(rank, time, word, arguments, number)

    def _event(self, rank: int, time: int, word: str, arguments: list[str], number: int) -> None:
        own = self._rows.setdefault(rank, [])
        if word == "wait":
            part = self._places["mpi_waitall"]
            for item in self._open.pop(rank, []) or [(0, NONE, 0, 0)]:
                own.append((time, *item, part, number))
                part = self._places["mpi_waitall"] | PART
            return
        try:
            routine, nbytes, partner, tag = _event(word, arguments)
        except (ValueError, KeyError):
            what = f"{word} {' '.join(arguments)}".strip()
            raise _wrong(self._path, number, f"{what!r} is no event") from None
        request = 0
        if word in ("isend", "irecv"):
            request = self._made[rank] = self._made.get(rank, 0) + 1
            self._open.setdefault(rank, []).append((nbytes, partner, tag, request))
        place = self._places.setdefault(routine, len(self._places))
        own.append((time, nbytes, partner, tag, request, place, number))

    def trace(self, lines: int) -> Trace:
        """Return the trace of all lines; raises SAD661 and SAD666."""
        rows, path = self._rows, self._path
        if not rows:
            raise no_trace(str(path), "it has no events")
        ranks = max(rows) + 1
        missing = [rank for rank in range(ranks) if rank not in rows]
        if missing:
            raise no_trace(str(path), f"rank {missing[0]} has no events")
        far = [row for own in rows.values() for row in own if row[2] >= ranks]
        if far:
            raise _wrong(path, far[0][6], f"there is no rank {far[0][2]}")
        return Trace(
            tuple(self._places),
            (Communicator(tuple(range(ranks))),),
            (Site("", 0, ""), *(Site(str(path), at + 1, "") for at in range(lines))),
            tuple(_array(rows[rank]) for rank in range(ranks)),
            (True,) * ranks,
            self._clock,
            self._cost,
            file=str(path),
        )


def _clock(path: Path, line: int, words: list[str]) -> tuple[str, float]:
    """The clock that a comment names, and what reading it costs [s]."""
    clock, *costs = words or [""]
    if clock not in CLOCKS:
        raise _wrong(path, line, f"clock {clock}: one of {', '.join(CLOCKS)}")
    try:
        cost = float(costs[0]) * 1e-6 if costs else 0.0
    except ValueError:
        cost = -1.0
    if not 0.0 <= cost < 1.0:
        raise _wrong(path, line, f"clock {clock} costs {costs[0]}: a number of microseconds")
    return clock, cost


def _event(word: str, arguments: list[str]) -> tuple[str, int, int, int]:
    """The routine, bytes, partner and tag of an event; ValueError or KeyError for none."""
    if word in ("begin", "end", "enter", "exit"):
        _numbers(arguments, 0, 0)
        return word, 0, NONE, 0
    if word in ("read", "write"):
        owner, nbytes = _numbers(arguments, 2, 2)
        return word, nbytes, owner, 0
    if word == "other":
        (name,) = arguments
        return name, 0, NONE, 0
    if word == "coll":
        name, *others = arguments or [""]
        nbytes, *root = _numbers(others, 0, 2) or (0,)
        return _OPERATIONS[name], nbytes, root[0] if root else NONE, 0
    partner, nbytes, *tag = _numbers(arguments, 2, 3)
    return _MESSAGES[word], nbytes, partner, tag[0] if tag else 0


def _numbers(words: list[str], least: int, most: int) -> tuple[int, ...]:
    if not least <= len(words) <= most:
        raise ValueError
    found = tuple(int(word) for word in words)
    if any(number < 0 for number in found):
        raise ValueError
    return found


def _array(rows: list[_Row]) -> NDArray[np.void]:
    found = np.zeros(len(rows), RECORD)
    times, nbytes, partners, tags, requests, routines, sites = zip(*rows, strict=True)
    for clock in ("wall_in", "cpu_in", "wall_out", "cpu_out"):
        found[clock] = times
    found["bytes"], found["partner"], found["tag"] = nbytes, partners, tags
    found["matched"], found["request"] = partners, requests
    found["routine"], found["site"] = routines, sites
    return found


def _wrong(path: Path, line: int, what: str) -> SadError:
    return input_error("SAD666", what, Span.at(str(path), line), _HINT)


def text_lines(trace: Trace) -> Iterator[str]:
    """Yield a trace as lines; ranks one after the other, unless there is one clock for all.

    Raises SAD666 for what the text has no word for: parts of the processes, persistent requests.
    """
    from sad.traces.intervals import computation, senders  # noqa: PLC0415

    yield f"# clock {trace.clock}"
    if trace.clock == "one-processor":
        order = sorted(
            (int(row["cpu_in"]), int(row["site"]), rank, row)
            for rank, rows in enumerate(trace.rows)
            for row in rows
        )
        for time, _, rank, row in order:
            yield f"{rank} {time / _NS:.3f} {_words(trace, row, NONE)}"
        return
    for rank, rows in enumerate(trace.rows):
        times = np.cumsum(computation(trace, rank).seconds) * 1e6
        froms = senders(rows)
        for place, row in enumerate(rows):
            name = trace.routines[int(row["routine"]) & CODE]
            if row["routine"] & PART and name in WAITS | STARTS:
                continue
            words = _words(trace, row, froms[place])
            if words:
                yield f"{rank} {times[place]:.3f} {words}"


def _words(trace: Trace, row: np.void, sender: int) -> str:
    name = trace.routines[int(row["routine"]) & CODE]
    is_part = bool(row["routine"] & PART)
    partner, nbytes, tag = int(row["partner"]), int(row["bytes"]), int(row["tag"])
    here = Span.at(trace.file or HEAD)
    if len(
        trace.communicators[int(row["communicator"])].members
    ) != trace.ranks and name.startswith("mpi_"):
        hint = "sad trace convert --to csv has all columns"
        raise input_error("SAD666", "text has no word for parts of the processes", here, hint)
    if name in THREADS:
        return name if name in ("enter", "exit") else f"{name} {partner} {nbytes}"
    if name in COLLECTIVES:
        root = f" {partner}" if partner >= 0 else ""
        return f"coll {name.removeprefix('mpi_')} {nbytes}{root}"
    if name in WAITS:
        return "wait"
    kind = {True: "send", False: "isend"}.get(name in SENDS) if name in SENDS | ISENDS else ""
    if name in ("mpi_recv", "mpi_irecv"):
        kind, partner = name.removeprefix("mpi_"), sender
    if name.startswith("mpi_sendrecv"):
        kind = "recv" if is_part else "send"
        partner = sender if is_part else partner
    if kind:
        return f"{kind} {partner} {nbytes} {max(tag, 0)}" if partner >= 0 else ""
    if name in MODELLED | LOCAL:
        return {"mpi_init": "begin", "mpi_finalize": "end"}.get(name, _ENDS.get(name, ""))
    return f"other {name}"
