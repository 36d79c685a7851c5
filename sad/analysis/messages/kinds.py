"""What each communicating routine is to a cost model: its primitive, and the bytes one rank passes.

Bytes of collectives are what a rank contributes or gets, as the standard's argument lists count it:
broadcast, reductions and scans ``count*size``; gather and allgather the own part sent; scatter the
own part received; alltoall the whole send buffer. Routines of MPI that start without waiting
(``ibcast``) are the same primitives.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Amount(StrEnum):
    """How the bytes of a collective follow from its arguments."""

    NONE = "none"
    COUNT = "count"  # count * datatype
    SENT = "sent"  # sendcount * sendtype
    SENT_TO_ALL = "sent to all"  # sendcount * sendtype * ranks
    RECEIVED = "received"  # recvcount * recvtype
    RECEIVED_BY_ALL = "received by all"  # recvcount * datatype * ranks
    SENT_SUM = "sum sent"  # sum of sendcounts * sendtype
    RECEIVED_SUM = "sum received"  # sum of recvcounts * datatype


class Collective(NamedTuple):
    """A collective operation; ``instead`` is the amount where the send buffer is MPI_IN_PLACE."""

    primitive: str
    amount: Amount
    instead: Amount | None = None


SENDS = {
    **dict.fromkeys(("send", "ssend", "bsend", "rsend"), "send"),
    **dict.fromkeys(("isend", "issend", "ibsend", "irsend"), "isend"),
}
"""Primitives of what sends one message, by the name after ``mpi_``."""
RECEIVES = {"recv": "receive", "irecv": "irecv", "mrecv": "receive"}
"""Primitives of what receives one message."""
INITS = {
    **dict.fromkeys(("send_init", "ssend_init", "bsend_init", "rsend_init"), "isend"),
    "recv_init": "irecv",
}
"""Primitives that a persistent request stands for each time it is started."""
WAITS = frozenset(
    f"{verb}{which}" for verb in ("wait", "test") for which in ("", "all", "any", "some")
)
"""What completes transfers."""

_SAME = {
    "barrier": Collective("barrier", Amount.NONE),
    "bcast": Collective("broadcast", Amount.COUNT),
    "reduce": Collective("reduce", Amount.COUNT),
    "allreduce": Collective("allreduce", Amount.COUNT),
    "scan": Collective("scan", Amount.COUNT),
    "exscan": Collective("scan", Amount.COUNT),
    "gather": Collective("gather", Amount.SENT, Amount.RECEIVED),
    "gatherv": Collective("gather", Amount.SENT),
    "scatter": Collective("scatter", Amount.RECEIVED),
    "scatterv": Collective("scatter", Amount.RECEIVED),
    "allgather": Collective("allgather", Amount.SENT, Amount.RECEIVED),
    "allgatherv": Collective("allgather", Amount.SENT),
    "alltoall": Collective("alltoall", Amount.SENT_TO_ALL, Amount.RECEIVED_BY_ALL),
    "alltoallv": Collective("alltoall", Amount.SENT_SUM, Amount.RECEIVED_SUM),
    "reduce_scatter": Collective("reduce_scatter", Amount.RECEIVED_SUM),
    "reduce_scatter_block": Collective("reduce_scatter", Amount.RECEIVED_BY_ALL),
}
COLLECTIVES = {**_SAME, **{f"i{name}": kind for name, kind in _SAME.items()}}
"""Collective operations of MPI, by the name after ``mpi_``."""
