"""Arrays filled by loops: what their elements are, against what the program would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.model.expand import MessageCount, default_entry, expand
from tests.support.model import description_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.poly import Poly

SHARES = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER KOUNT(0:63), NEXT(64), N, NP, RANK, I, IERR
      DOUBLE PRECISION A(1000), B(1000)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      READ (*,*) N
      DO 10 I = 0, NP - 1
         KOUNT(I) = N/NP
         IF (I .LT. MOD(N, NP)) KOUNT(I) = KOUNT(I) + 1
         NEXT(I + 1) = MOD(I + 1, NP)
   10 CONTINUE
{more}      CALL MPI_SEND(A, KOUNT(RANK), MPI_DOUBLE_PRECISION, NEXT(RANK + 1),
     &              1, MPI_COMM_WORLD, IERR)
      CALL MPI_REDUCE_SCATTER(A, B, KOUNT, MPI_INTEGER, MPI_SUM,
     &              MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR)
      END
"""


def _messages(source: str) -> dict[str, MessageCount]:
    description = description_of(source)
    found = expand(description, default_entry(description)).messages
    return {item.message.routine: item for item in found}


@pytest.mark.parametrize("n", [0, 7, 12])
@pytest.mark.parametrize("nprocs", [1, 2, 5])
def test_shares_and_partners_are_those_of_the_loop(nprocs: int, n: int):
    found = _messages(SHARES.format(more=""))
    for rank in range(nprocs):
        values = {"nprocs": nprocs, "rank": rank, "P.N": n}
        share = n // nprocs + (rank < n % nprocs)
        send = found["mpi_send"]
        assert evaluate(send.nbytes(), values) == 8 * share
        assert send.message.partner is not None
        assert evaluate(send.message.partner, values) == (rank + 1) % nprocs
        assert evaluate(found["mpi_reduce_scatter"].nbytes(), values) == 4 * n


@pytest.mark.parametrize(
    "share",
    [
        "KOUNT(I) = N/NP\n         IF (I .LT. MOD(N, NP)) KOUNT(I) = KOUNT(I) + 1",
        (
            "IF (I .LT. MOD(N, NP)) THEN\n         KOUNT(I) = N/NP + 1\n         ELSE\n"
            "         KOUNT(I) = N/NP\n         END IF"
        ),
        "KOUNT(I) = N/NP\n         IF (I .GE. MOD(N, NP)) GOTO 10\n         KOUNT(I) = KOUNT(I) + 1",
    ],
)
def test_an_iteration_may_end_on_several_ways(share: str):
    start, end = SHARES.index("         KOUNT(I)"), SHARES.index("   10 CONTINUE")
    source = f"{SHARES[:start]}         {share}\n{SHARES[end:].replace('NEXT(RANK + 1)', '0')}"
    send = _messages(source.format(more=""))["mpi_send"]
    for nprocs, n in ((1, 5), (3, 7), (5, 3)):
        for rank in range(nprocs):
            share_of_rank = n // nprocs + (rank < n % nprocs)
            values = {"nprocs": nprocs, "rank": rank, "P.N": n}
            assert evaluate(send.nbytes(), values) == 8 * share_of_rank
    block = source.replace("   10 CONTINUE", "   10 END DO").replace("DO 10 I", "DO I")
    assert "END DO" in block
    send = _messages(block.format(more=""))["mpi_send"]
    assert evaluate(send.nbytes(), {"nprocs": 3, "rank": 0, "P.N": 7}) == 24


@pytest.mark.parametrize(
    "more",
    [
        "      CALL CHANGE(KOUNT)\n",
        "      READ (*,*) KOUNT\n",
    ],
)
def test_an_array_that_somebody_else_writes_is_not_known(more: str):
    send = _messages(SHARES.format(more=more))["mpi_send"]
    assert any("@" in symbol for symbol in _symbols(send.nbytes()))


@pytest.mark.parametrize(
    ("more", "share"),
    [
        ("      KOUNT(0) = 5\n", lambda rank, share: share if rank else 5),
        (
            "      DO 20 I = 0, 2\n   20 KOUNT(I) = 1\n",
            lambda rank, share: 1 if rank < 3 else share,
        ),
    ],
)
def test_what_is_written_later_counts(more: str, share: Callable[[int, int], int]):
    send = _messages(SHARES.format(more=more))["mpi_send"]
    for nprocs, n in ((3, 7), (5, 12)):
        for rank in range(nprocs):
            values = {"nprocs": nprocs, "rank": rank, "P.N": n}
            expected = share(rank, n // nprocs + (rank < n % nprocs))
            assert evaluate(send.nbytes(), values) == 8 * expected


def test_a_sum_so_far_is_no_formula_of_the_subscript():
    source = SHARES.format(more="").replace("KOUNT(I) = N/NP", "KOUNT(I) = KOUNT(I-1)")
    send = _messages(source)["mpi_send"]
    assert any("@" in symbol for symbol in _symbols(send.nbytes()))


AFTERWARDS = """\
      DO 20 I = 0, NP - 1
      IF (KOUNT(I) .GE. 3) CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
   20 CONTINUE
"""


def test_another_loop_with_the_same_variable_sees_every_element():
    barrier = _messages(SHARES.format(more=AFTERWARDS))["mpi_barrier"]
    for n in (0, 8, 11, 12):
        values = {"nprocs": 4, "rank": 1, "P.N": n}
        shares = [n // 4 + (rank < n % 4) for rank in range(4)]
        assert evaluate(barrier.calls(), values) == sum(share >= 3 for share in shares)


def _symbols(poly: Poly) -> frozenset[str]:
    return atoms.free_symbols(poly)


PARTNERS = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER NBR(2), NP, RANK, IERR
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      NBR(1) = RANK - 1
      NBR(2) = RANK + 1
      IF (RANK .EQ. 0) NBR(1) = MPI_PROC_NULL
      IF (RANK .EQ. NP - 1) NBR(2) = MPI_PROC_NULL
      CALL TWICE(NBR)
      CALL MPI_FINALIZE(IERR)
      END
      SUBROUTINE TWICE(NBR)
      INTEGER NBR(2), I
      DO 10 I = 1, 2
   10 CALL EDGES(NBR, 3*I)
      END
      SUBROUTINE EDGES(NEXT, N)
      INCLUDE 'mpif.h'
      INTEGER NEXT(2), N, I, IERR
      DOUBLE PRECISION A(100)
      DO 10 I = 1, 2
         CALL MPI_SEND(A, N, MPI_DOUBLE_PRECISION, NEXT(I), I,
     &                 MPI_COMM_WORLD, IERR)
   10 CONTINUE
      END
"""


def test_partners_in_a_small_table_are_known_two_calls_down():
    send = _messages(PARTNERS)["mpi_send"]
    for rank in range(3):
        values = {"nprocs": 3, "rank": rank}
        partners = 2 if rank == 1 else 1
        assert evaluate(send.number(), values) == 2 * partners
        assert evaluate(send.calls(), values) == 4
        assert evaluate(send.nbytes(), values) == 8 * (3 + 6) * partners


LEVELS = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER M(8), ML(8), N, LEVELS, L, NP, IERR
      DOUBLE PRECISION A(1000)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      READ (*,*) N, LEVELS
      {seed}
{between}      DO 10 L = {loop}
   10 M(L) = {value}
      DO 20 L = LEVELS, 1, -1
   20 ML(L) = M(L)/NP
      DO 30 L = 1, LEVELS
   30 CALL MPI_ALLREDUCE(A, A, ML(L), MPI_DOUBLE_PRECISION, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR)
      END
"""
DOWN = {"seed": "M(LEVELS) = N", "loop": "LEVELS - 1, 1, -1", "value": "M(L+1)/2"}
UP = {"seed": "M(1) = N", "loop": "2, LEVELS", "value": "2*M(L-1)"}
STEPS = {"seed": "M(1) = N", "loop": "2, LEVELS", "value": "M(L-1) + 3"}


def _halves(n: int, levels: int) -> list[int]:
    return [n // 2**k for k in range(levels)]


def _doubles(n: int, levels: int) -> list[int]:
    return [n * 2**k for k in range(levels)]


def _threes(n: int, levels: int) -> list[int]:
    return [n + 3 * k for k in range(levels)]


@pytest.mark.parametrize(
    ("how", "sizes"),
    [
        (DOWN, _halves),
        (UP, _doubles),
        (STEPS, _threes),
    ],
)
def test_sizes_made_one_from_the_other_are_known(
    how: dict[str, str], sizes: Callable[[int, int], list[int]]
):
    reduce = _messages(LEVELS.format(between="", **how))["mpi_allreduce"]
    for n, levels, nprocs in [(64, 4, 2), (100, 3, 4), (7, 1, 1), (9, 4, 2)]:
        values = {"P.N": n, "P.LEVELS": levels, "nprocs": nprocs, "rank": 0}
        expected = sum(8 * (size // nprocs) for size in sizes(n, levels))
        assert evaluate(reduce.nbytes(), values) == expected


@pytest.mark.parametrize(
    ("how", "between"),
    [
        ({**DOWN, "seed": "IF (N .GT. 5) M(LEVELS) = N"}, ""),
        ({**DOWN, "seed": "M(LEVELS-1) = N"}, ""),
        ({**DOWN, "value": "M(L+2)/2"}, ""),
    ],
)
def test_other_beginnings_are_not_known(how: dict[str, str], between: str):
    reduce = _messages(LEVELS.format(between=between, **how))["mpi_allreduce"]
    assert any("@P.value" in f"@{symbol}" for symbol in _symbols(reduce.nbytes()))


def test_a_seed_that_is_set_again_counts_as_the_last_one():
    found = _messages(LEVELS.format(between="      M(LEVELS) = 9\n", **DOWN))["mpi_allreduce"]
    values = {"P.N": 64, "P.LEVELS": 3, "nprocs": 1, "rank": 0}
    assert evaluate(found.nbytes(), values) == 8 * (9 + 4 + 2)


def test_the_seed_counts_as_it_was_when_it_was_set():
    reduce = _messages(LEVELS.format(between="      N = 1\n", **DOWN))["mpi_allreduce"]
    values = {"P.N": 64, "P.LEVELS": 3, "nprocs": 1, "rank": 0}
    assert evaluate(reduce.nbytes(), values) == 8 * (64 + 32 + 16)


PACKED = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER N, NSTEPS, IERR, I
      COMMON /SIZES/ N, NSTEPS
      DOUBLE PRECISION A(1000)
      CALL MPI_INIT(IERR)
      CALL SETUP
      DO 10 I = 1, NSTEPS
   10 CALL MPI_ALLREDUCE(A, A, N, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR)
      END
      SUBROUTINE SETUP
      INCLUDE 'mpif.h'
      INTEGER N, NSTEPS, IBUF(2), RANK, IERR
      COMMON /SIZES/ N, NSTEPS
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) THEN
         READ (*,*) N, NSTEPS
         IBUF(1) = N
         IBUF(2) = NSTEPS
      END IF
      CALL MPI_BCAST(IBUF, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      N = IBUF(1)
      NSTEPS = IBUF(2)
      END
"""


def test_sizes_packed_broadcast_and_unpacked_elsewhere_stay_inputs():
    reduce = _messages(PACKED)["mpi_allreduce"]
    for rank in range(2):
        values = {"SETUP.N": 7, "SETUP.NSTEPS": 5, "nprocs": 2, "rank": rank}
        assert evaluate(reduce.nbytes(), values) == 8 * 7 * 5
