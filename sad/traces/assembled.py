"""Traces of other recorders: the calls of ranks put together, by the clock of the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.traces.format import (
    NONE,
    PART,
    RECORD,
    STARTS,
    Communicator,
    Site,
    Trace,
    check_records,
    no_trace,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class Part:
    """A message, a request or an operation of a call; what is known later may be put in later."""

    __slots__ = ("comm", "nbytes", "partner", "request", "sends", "tag")

    def __init__(
        self,
        nbytes: int = 0,
        partner: int = NONE,
        tag: int = 0,
        comm: int = 0,
        request: int = 0,
        *,
        sends: bool = False,
    ) -> None:
        self.nbytes, self.partner, self.tag = nbytes, partner, tag
        self.comm, self.request, self.sends = comm, request, sends


class Calls:
    """The calls of all ranks."""

    def __init__(self, ranks: int) -> None:
        self._calls: list[list[tuple[str, int, int, list[Part]]]] = [[] for _ in range(ranks)]

    def add(self, rank: int, name: str, begin: int, end: int, parts: list[Part]) -> None:
        """Add a call, from ``begin`` to ``end`` [ns]; ``name`` as ``MPI_Send``.

        What is started again is as if it was made anew each time.
        """
        name = name.lower()
        if name not in STARTS:
            self._calls[rank].append((name, begin, end, parts))
            return
        for part in parts:
            self._calls[rank].append(
                ("mpi_isend" if part.sends else "mpi_irecv", begin, end, [part])
            )
            begin = end

    def trace(self, file: str, comms: Sequence[Communicator], notes: tuple[str, ...] = ()) -> Trace:
        """Return the trace; raises SAD661 without any call, SAD662 for calls that cannot be."""
        if not any(self._calls):
            raise no_trace(file, "it has no calls of MPI")
        names = dict.fromkeys(name for own in self._calls for name, *_ in own)
        codes = {name: number for number, name in enumerate(names)}
        rows = tuple(
            np.array(
                [
                    (
                        *(begin, begin, end, end, part.nbytes, part.partner, part.partner),
                        *(part.tag, 0, part.request, codes[name] + PART * bool(number), part.comm),
                    )
                    for name, begin, end, parts in own
                    for number, part in enumerate(parts or (Part(),))
                ],
                RECORD,
            )
            for own in self._calls
        )
        ends = tuple(bool(own) and own[-1][0] == "mpi_finalize" for own in self._calls)
        sites = (Site("", 0, ""),)
        trace = Trace(tuple(names), tuple(comms), sites, rows, ends, "wall", notes=notes, file=file)
        for rank, found in enumerate(rows):
            check_records(found, trace, f"{file}, rank {rank}")
        return trace
