"""What each rank passes to MPI in the programs of corpus/mpi, by hand from their methods.

Each function takes the number of processes, the rank and the values that the program reads; nothing
here comes from the analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.spmd.traffic import Traffic, moves, receives, sends

if TYPE_CHECKING:
    from collections.abc import Mapping

Expected = dict[str, Traffic]
DOUBLE, INTEGER, REAL = 8, 4, 4


def share(n: int, p: int, r: int) -> int:
    """Return how many of ``n`` rank ``r`` has if blocks differ by at most one."""
    return n // p + (r < n % p)


def grid(p: int) -> tuple[int, int]:
    """Return what MPI_DIMS_CREATE makes in two dimensions: sides as near as can be, falling."""
    short = max(side for side in range(1, p + 1) if p % side == 0 and side * side <= p)
    return p // short, short


def ring(p: int, r: int, v: Mapping[str, int]) -> Expected:
    block = v["n"] * (v["n"] // p) * DOUBLE
    shifts = p * v["nreps"] if p > 1 else 0
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_send": sends(shifts, block),
        "mpi_recv": receives(shifts, block),
        "mpi_reduce": moves(1, DOUBLE),
    }


def heat1d(p: int, r: int, v: Mapping[str, int]) -> Expected:
    neighbours = (r > 0) + (r < p - 1)
    messages = neighbours * v["nsteps"]
    nbytes = messages * v["n"] * DOUBLE
    return {
        "mpi_sendrecv": Traffic(2 * v["nsteps"], messages, nbytes, messages, nbytes),
        "mpi_allreduce": moves(v["nsteps"] // 10, DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


def heat2d(p: int, r: int, v: Mapping[str, int]) -> Expected:
    rows, cols = grid(p)
    row, col = divmod(r, cols)
    along_rows = ((row > 0) + (row < rows - 1)) * v["nsteps"]
    along_cols = ((col > 0) + (col < cols - 1)) * v["nsteps"]
    messages = along_rows + along_cols
    nbytes = (along_rows * (v["n"] // cols) + along_cols * (v["n"] // rows)) * DOUBLE
    return {
        "mpi_bcast": moves(1, 2 * INTEGER),
        "mpi_sendrecv": Traffic(4 * v["nsteps"], messages, nbytes, messages, nbytes),
        "mpi_reduce": moves(1, DOUBLE),
    }


def redblk(p: int, r: int, v: Mapping[str, int]) -> Expected:
    messages = 2 * v["iterations"] * ((r > 0) + (r < p - 1))
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_send": sends(messages, v["n"] * DOUBLE),
        "mpi_recv": receives(messages, v["n"] * DOUBLE),
        "mpi_allreduce": moves(v["iterations"], DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


def conjgr(p: int, r: int, v: Mapping[str, int]) -> Expected:
    return {
        "mpi_allgatherv": moves(v["niter"], share(v["n"], p, r) * DOUBLE),
        "mpi_allreduce": moves(1 + 2 * v["niter"], DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


def wavefr(p: int, r: int, v: Mapping[str, int]) -> Expected:
    pieces, nbytes = v["nsweep"] * -(-v["n"] // v["nb"]), v["nsweep"] * v["n"] * DOUBLE
    return {
        "mpi_bcast": moves(3, INTEGER),
        "mpi_barrier": moves(2),
        "mpi_recv": Traffic(pieces, posted=pieces, posted_bytes=nbytes) if r > 0 else moves(0),
        "mpi_send": Traffic(pieces, sent=pieces, sent_bytes=nbytes) if r < p - 1 else moves(0),
        "mpi_reduce": moves(1, DOUBLE),
    }


def knap(p: int, r: int, v: Mapping[str, int]) -> Expected:
    rounds, pieces, nbytes = v["n"] // (v["G"] * p), -(-v["m"] // v["B"]), v["m"] * DOUBLE
    taken = rounds if r > 0 else rounds - 1  # from the last rank for each round but the first
    back = rounds - 1 if r == p - 1 else 0
    on = rounds if r < p - 1 else 0
    return {
        "mpi_barrier": moves(2),
        "mpi_recv": Traffic(pieces * taken, posted=pieces * taken, posted_bytes=nbytes * taken),
        "mpi_send": Traffic(pieces * on, sent=pieces * on, sent_bytes=nbytes * on),
        "mpi_bsend": Traffic(pieces * back, sent=pieces * back, sent_bytes=nbytes * back),
        "mpi_reduce": moves(1, DOUBLE),
    }


alloc = knap


def farm(p: int, r: int, v: Mapping[str, int]) -> Expected:
    if p == 1:
        return {}
    if r == 0:
        return {
            "mpi_send": sends(v["ntasks"], INTEGER) + sends(p - 1, 0),
            "mpi_recv": receives(v["ntasks"], DOUBLE),
        }
    return {
        "mpi_send": sends(v["tasks"], DOUBLE),
        "mpi_recv": receives(v["tasks"] + 1, INTEGER),
    }


def farmst(p: int, r: int, v: Mapping[str, int]) -> Expected:
    own = share(v["ntasks"], p, r)
    return {
        "mpi_bcast": moves(1, INTEGER),
        "mpi_send": sends(own if r > 0 else 0, DOUBLE),
        "mpi_recv": receives(v["ntasks"] - own if r == 0 else 0, DOUBLE),
    }


def fft2d(p: int, r: int, v: Mapping[str, int]) -> Expected:
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_alltoall": moves(2 * v["nreps"], v["n"] * (v["n"] // p) * 2 * DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


def bucket(p: int, r: int, v: Mapping[str, int]) -> Expected:
    return {
        "mpi_alltoall": moves(1, p * INTEGER),
        "mpi_alltoallv": moves(1, v["n"] // p * INTEGER),
        "mpi_scan": moves(1, INTEGER),
        "mpi_reduce": moves(1, DOUBLE),
    }


def nonblk(p: int, r: int, v: Mapping[str, int]) -> Expected:
    return {
        "mpi_bcast": moves(3, INTEGER),
        "mpi_irecv": receives(2 * v["nsteps"], v["m"] * DOUBLE),
        "mpi_isend": sends(2 * v["nsteps"], v["m"] * DOUBLE),
        "mpi_waitall": moves(v["nsteps"]),
        "mpi_reduce": moves(1, DOUBLE),
    }


def persis(p: int, r: int, v: Mapping[str, int]) -> Expected:
    messages = v["nsteps"] * ((r > 0) + (r < p - 1))
    nbytes = messages * DOUBLE
    return {
        "mpi_recv_init": moves(2),
        "mpi_send_init": moves(2),
        "mpi_startall": Traffic(v["nsteps"], posted=messages, posted_bytes=nbytes),
        "mpi_start": Traffic(2 * v["nsteps"], sent=messages, sent_bytes=nbytes),
        "mpi_waitall": moves(2 * v["nsteps"]),
        "mpi_request_free": moves(4),
        "mpi_reduce": moves(1, DOUBLE),
    }


def split(p: int, r: int, v: Mapping[str, int]) -> Expected:
    rows = 2 if p % 2 == 0 else 1
    cols = p // rows
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_allreduce": moves(v["niter"], v["n"] // rows * DOUBLE),
        "mpi_allgather": moves(v["niter"], v["n"] // rows * DOUBLE),
        "mpi_reduce": moves(1, v["n"] // cols * DOUBLE) + moves(1, DOUBLE),
    }


def zoo(p: int, r: int, v: Mapping[str, int]) -> Expected:
    n = v["n"]
    one, own = moves(1, n * DOUBLE), moves(1, (n + r) * DOUBLE)
    return {
        "mpi_bcast": moves(1, INTEGER) + moves(1, 8) + moves(1, n * REAL),
        "mpi_barrier": moves(1),
        "mpi_reduce": one + one + moves(1, INTEGER),
        "mpi_allreduce": one + one,
        "mpi_scan": one,
        "mpi_exscan": one,
        "mpi_reduce_scatter": moves(1, sum(n + i for i in range(p)) * DOUBLE),
        "mpi_reduce_scatter_block": moves(1, n * p * DOUBLE),
        "mpi_gather": one + one,
        "mpi_gatherv": own,
        "mpi_scatterv": own,
        "mpi_scatter": one,
        "mpi_allgather": one + one,
        "mpi_allgatherv": own,
        "mpi_alltoall": moves(1, n * p * DOUBLE),
        "mpi_alltoallv": moves(1, sum(n + (r + i) % 3 for i in range(p)) * DOUBLE),
    }


def roles(p: int, r: int, v: Mapping[str, int]) -> Expected:
    block, keys = v["n"] * DOUBLE, v["n"] // p * INTEGER
    partners = [r + 1 if (r + turn) % 2 == 0 else r - 1 for turn in range(1, p + 1)]
    trades = sum(0 <= partner < p for partner in partners)
    first, last = r == 0, r == p - 1
    total = 1 if p > 1 else 0
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_send": sends(0 if last else v["nturns"], block) + sends(trades, keys),
        "mpi_recv": receives(0 if first else v["nturns"], block)
        + receives(total if first else 0, DOUBLE)
        + receives(trades, keys),
        "mpi_ssend": sends(total if last else 0, DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


def uneven(p: int, r: int, v: Mapping[str, int]) -> Expected:
    lines = -(-v["n"] // p)
    sizes = [len(range(v["n"])[i * lines : (i + 1) * lines]) for i in range(p)]
    neighbours = sum(0 <= i < p and sizes[i] > 0 for i in (r - 1, r + 1)) if sizes[r] else 0
    messages = neighbours * v["nsteps"]
    nbytes = messages * v["m"] * DOUBLE
    return {
        "mpi_scatterv": moves(1, v["m"] * sizes[r] * DOUBLE),
        "mpi_sendrecv": Traffic(2 * v["nsteps"], messages, nbytes, messages, nbytes),
        "mpi_gatherv": moves(1, v["m"] * sizes[r] * DOUBLE),
    }


def bintree(p: int, r: int, v: Mapping[str, int]) -> Expected:
    rounds = (p - 1).bit_length()
    # in the broadcast rank r has its value after the round of its highest bit; in the sum it takes
    # part until the round of its lowest bit
    down = sum(r < 2**k and r + 2**k < p for k in range(rounds))
    before = rounds if r == 0 else (r & -r).bit_length() - 1
    up = sum(r + 2**k < p for k in range(before))
    nbytes, reps, once = v["n"] * DOUBLE, v["nreps"], int(r > 0)
    return {
        "mpi_bcast": moves(1, 2 * INTEGER),
        "mpi_send": sends(reps * (down + once), nbytes),
        "mpi_recv": receives(reps * (up + once), nbytes),
        "mpi_sendrecv": Traffic(reps * rounds, sent=reps * rounds, posted=reps * rounds),
    }


def mgrid(p: int, r: int, v: Mapping[str, int]) -> Expected:
    messages = elements = 0
    for level in range(v["levels"]):  # from the finest
        finest, coarsest = level == 0, level == v["levels"] - 1
        relaxed = 1 if coarsest else 2
        edges = v["ncycle"] * 2 * (3 * relaxed + (0 if finest else 1))
        messages += edges
        elements += edges * (v["n"] // 2**level + 2)
    if p == 1:
        messages = elements = 0
    return {
        "mpi_bcast": moves(3, INTEGER),
        "mpi_irecv": Traffic(messages, posted=messages, posted_bytes=elements * DOUBLE),
        "mpi_send": Traffic(messages, sent=messages, sent_bytes=elements * DOUBLE),
        "mpi_wait": moves(messages),
        "mpi_allreduce": moves(1, DOUBLE),
    }


def tables(p: int, r: int, v: Mapping[str, int]) -> Expected:
    rounds = p.bit_length() - 1
    halves = sum(v["n"] // 2**i for i in range(1, rounds + 1))
    # levels from the finest; all but the coarsest are visited on both ways
    visits = [1 if level == 3 else 2 for level in range(4)]
    columns = v["ncycle"] * sum(count * (v["n"] // 2**i) for i, count in enumerate(visits))
    calls = v["ncycle"] * sum(visits) * 2
    neighbours = (r > 0) + (r < p - 1)
    messages = v["ncycle"] * sum(visits) * neighbours + 2 * rounds
    nbytes = (columns * neighbours + halves + rounds) * DOUBLE
    return {
        "mpi_bcast": moves(3, INTEGER),
        "mpi_irecv": Traffic(calls + 2 * rounds, posted=messages, posted_bytes=nbytes),
        "mpi_send": Traffic(calls + 2 * rounds, sent=messages, sent_bytes=nbytes),
        "mpi_wait": moves(calls + 2 * rounds),
    }
