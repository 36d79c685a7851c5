"""The simulated programs of every operation and algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.communication import programs as pr
from tests.communication import reductions as rd

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.communication.simulator import Program

PROGRAMS: Mapping[tuple[str, str], Callable[[int], Program]] = {
    ("broadcast", "linear"): lambda _: pr.broadcast_linear(1),
    ("broadcast", "binomial"): lambda _: pr.broadcast_binomial(1),
    ("broadcast", "scatter_recursive_doubling"): lambda _: pr.broadcast_scatter_doubling,
    ("broadcast", "scatter_ring"): lambda _: pr.broadcast_scatter_ring,
    ("reduce", "linear"): lambda _: rd.reduce_linear(1),
    ("reduce", "binomial"): lambda _: rd.reduce_binomial(1),
    ("reduce", "rabenseifner"): rd.reduce_rabenseifner,
    ("allreduce", "reduce_broadcast"): lambda _: rd.reduce_broadcast(1),
    ("allreduce", "recursive_doubling"): rd.allreduce_doubling,
    ("allreduce", "rabenseifner"): rd.allreduce_rabenseifner,
    ("allreduce", "ring"): lambda _: rd.allreduce_ring,
    ("gather", "linear"): lambda _: pr.gather_linear,
    ("gather", "binomial"): lambda _: pr.gather_binomial,
    ("scatter", "linear"): lambda _: pr.scatter_linear,
    ("scatter", "binomial"): lambda _: pr.scatter_binomial,
    ("allgather", "gather_broadcast"): lambda _: pr.allgather_gather_broadcast,
    ("allgather", "recursive_doubling"): lambda _: pr.allgather_doubling,
    ("allgather", "bruck"): lambda _: pr.allgather_bruck,
    ("allgather", "ring"): lambda _: pr.allgather_ring,
    ("alltoall", "linear"): lambda _: pr.alltoall_pairwise,
    ("alltoall", "pairwise"): lambda _: pr.alltoall_pairwise,
    ("alltoall", "bruck"): lambda _: pr.alltoall_bruck,
    ("reduce_scatter", "reduce_then_scatter"): lambda _: rd.reduce_then_scatter,
    ("reduce_scatter", "recursive_halving"): rd.reduce_scatter_halving,
    ("reduce_scatter", "pairwise"): lambda _: rd.reduce_scatter_pairwise,
    ("scan", "linear"): lambda _: rd.scan_linear,
    ("scan", "recursive_doubling"): lambda _: rd.scan_doubling,
    ("barrier", "linear"): lambda _: rd.barrier_linear,
    ("barrier", "binomial"): lambda _: rd.reduce_broadcast(1),
    ("barrier", "dissemination"): lambda _: rd.barrier_dissemination,
}
"""By operation and algorithm, for a number of processes."""

BLOCKS: Mapping[tuple[str, str], Callable[[int], int]] = {
    ("broadcast", "scatter_recursive_doubling"): lambda nprocs: nprocs,
    ("broadcast", "scatter_ring"): lambda nprocs: nprocs,
    ("reduce", "rabenseifner"): pr.power_below,
    ("allreduce", "rabenseifner"): pr.power_below,
    ("allreduce", "ring"): lambda nprocs: nprocs,
    ("reduce_scatter", "reduce_then_scatter"): lambda nprocs: nprocs,
    ("reduce_scatter", "recursive_halving"): lambda nprocs: nprocs,
    ("reduce_scatter", "pairwise"): lambda nprocs: nprocs,
}
"""Into how many blocks the operation's bytes are cut; 1 elsewhere."""
