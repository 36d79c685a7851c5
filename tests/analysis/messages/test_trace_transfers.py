"""Bytes, partners and tags of transfers and collectives, and sizes of datatypes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import evaluate
from tests.analysis.messages.traced import PROC_NULL, Passed, c, fortran, shown, traced

if TYPE_CHECKING:
    from pathlib import Path

RING = """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
N = 25
"""


def _calls(text: str) -> str:
    return "\n".join(f"CALL {line}" for line in text.strip().splitlines())


def test_sends_and_receives(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        RING
        + _calls("""
MPI_SEND(A, N, MPI_INTEGER, MOD(ME+1,NP), 3, MPI_COMM_WORLD, IERR)
MPI_SSEND(A, 2*N, MPI_REAL, 0, 4, MPI_COMM_WORLD, IERR)
MPI_BSEND(A, N, MPI_COMPLEX, 0, 4, MPI_COMM_WORLD, IERR)
MPI_RSEND(A, N, MPI_DOUBLE_COMPLEX, 0, 4, MPI_COMM_WORLD, IERR)
MPI_RECV(A, N, MPI_CHARACTER, NP-1-ME, ME, MPI_COMM_WORLD, IST, IERR)
MPI_ISEND(A, N+1, MPI_LOGICAL, 0, 5, MPI_COMM_WORLD, IR, IERR)
MPI_IRECV(A, N, MPI_2REAL, 0, 5, MPI_COMM_WORLD, IR, IERR)
MPI_WAIT(IR, IST, IERR)
MPI_SEND(A, N, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD, IERR)
"""),
        "INTEGER IST(MPI_STATUS_SIZE), IR, A(100)",
    )
    for nprocs, rank in ((2, 0), (5, 4), (5, 2)):
        assert program.passed(nprocs, rank) == [
            Passed("send", 1, 100, (rank + 1) % nprocs, 3),
            Passed("send", 1, 200, 0, 4),
            Passed("send", 1, 200, 0, 4),
            Passed("send", 1, 400, 0, 4),
            Passed("receive", 1, 25, nprocs - 1 - rank, rank),
            Passed("isend", 1, 104, 0, 5),
            Passed("irecv", 1, 200, 0, 5),
            Passed("wait", 1, 0, None, None),
            Passed("send", 0, 0, PROC_NULL, 3),
        ]


def test_sends_and_receives_in_c(tmp_path: Path) -> None:
    program = c(
        tmp_path,
        """
        int n = 25, i;
        double *a = buf2; MPI_Status st; MPI_Request r[4];
        MPI_Comm_rank(MPI_COMM_WORLD, &me); MPI_Comm_size(MPI_COMM_WORLD, &np);
        MPI_Send(a + 3*n, n, MPI_DOUBLE, (me+1)%np, 3, MPI_COMM_WORLD);
        MPI_Recv(&a[n], 2*n, MPI_INT, me > 0 ? me-1 : MPI_PROC_NULL, me, MPI_COMM_WORLD, &st);
        MPI_Isend(a, n, MPI_LONG, 0, 5, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(a, sizeof(double)*n, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        """,
        "static double buf2[1000];",
    )
    for nprocs, rank in ((2, 0), (5, 4), (5, 2)):
        assert program.passed(nprocs, rank) == [
            Passed("send", 1, 200, (rank + 1) % nprocs, 3),
            Passed(
                "receive", int(rank > 0), 200 * (rank > 0), rank - 1 if rank else PROC_NULL, rank
            ),
            Passed("isend", 1, 200, 0, 5),
            Passed("irecv", 1, 200, -101, -103),
            Passed("wait", 1, 0, None, None),
        ]


def test_exchanges(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        RING
        + _calls("""
MPI_SENDRECV(A,N,MPI_REAL,0,7,B,2*N,MPI_INTEGER8,1,8,MPI_COMM_WORLD,IS,IERR)
MPI_SENDRECV_REPLACE(A,N,MPI_REAL,ME,7,MOD(ME+1,NP),8,MPI_COMM_WORLD,IS,IERR)
"""),
        "INTEGER IS(MPI_STATUS_SIZE)",
    )
    assert program.passed(4, 3) == [
        Passed("send", 1, 100, 0, 7),
        Passed("receive", 1, 400, 1, 8),
        Passed("send", 1, 100, 3, 7),
        Passed("receive", 1, 100, 0, 8),
    ]


COLLECTIVES = {
    "MPI_BARRIER(MPI_COMM_WORLD, IERR)": ("barrier", 0),
    "MPI_BCAST(A, N, MPI_REAL, 1, MPI_COMM_WORLD, IERR)": ("broadcast", 100),
    "MPI_REDUCE(A, B, N, MPI_REAL, MPI_SUM, 1, MPI_COMM_WORLD, IERR)": ("reduce", 100),
    "MPI_ALLREDUCE(A, B, N, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, IERR)": ("allreduce", 100),
    "MPI_ALLREDUCE(MPI_IN_PLACE,B,N,MPI_REAL,MPI_SUM,MPI_COMM_WORLD,IERR)": ("allreduce", 100),
    "MPI_SCAN(A, B, N, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, IERR)": ("scan", 100),
    "MPI_EXSCAN(A, B, N, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, IERR)": ("scan", 100),
    "MPI_GATHER(A,N,MPI_REAL,B,7,MPI_REAL8,1,MPI_COMM_WORLD,IERR)": ("gather", 100),
    "MPI_SCATTER(A,7,MPI_REAL8,B,N,MPI_REAL,1,MPI_COMM_WORLD,IERR)": ("scatter", 100),
    "MPI_ALLGATHER(A,N,MPI_REAL,B,N,MPI_REAL,MPI_COMM_WORLD,IERR)": ("allgather", 100),
    "MPI_ALLGATHER(MPI_IN_PLACE,0,MPI_REAL,B,N,MPI_REAL,MPI_COMM_WORLD,I)": ("allgather", 100),
    "MPI_ALLTOALL(A,N,MPI_REAL,B,N,MPI_REAL,MPI_COMM_WORLD,IERR)": ("alltoall", 600),
    "MPI_ALLTOALL(MPI_IN_PLACE,0,MPI_REAL,B,N,MPI_REAL,MPI_COMM_WORLD,I)": ("alltoall", 600),
    "MPI_REDUCE_SCATTER_BLOCK(A,B,N,MPI_REAL,MPI_SUM,MPI_COMM_WORLD,I)": ("reduce_scatter", 600),
    "MPI_IBARRIER(MPI_COMM_WORLD, IR, IERR)": ("barrier", 0),
    "MPI_IBCAST(A, N, MPI_REAL, 1, MPI_COMM_WORLD, IR, IERR)": ("broadcast", 100),
    "MPI_IALLREDUCE(A,B,N,MPI_REAL,MPI_SUM,MPI_COMM_WORLD,IR,IERR)": ("allreduce", 100),
}


@pytest.mark.parametrize("call", COLLECTIVES)
def test_collectives(call: str, tmp_path: Path) -> None:
    program = fortran(tmp_path, f"N = 25\nCALL {call}\n", "REAL A(1000), B(1000)\nINTEGER IR")
    (found,) = program.passed(6, 2)
    primitive, nbytes = COLLECTIVES[call]
    rooted = primitive in ("broadcast", "reduce", "gather", "scatter")
    assert found == Passed(primitive, 1, nbytes, 1 if rooted else None, None)


def test_counts_in_arrays(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
CALL MPI_GATHERV(A,10+ME,MPI_REAL,B,K,KD,MPI_REAL,1,MPI_COMM_WORLD,IERR)
CALL MPI_SCATTERV(A,K,KD,MPI_REAL,B,10+ME,MPI_REAL,1,MPI_COMM_WORLD,IERR)
CALL MPI_ALLGATHERV(A,9+ME,MPI_REAL,B,K,KD,MPI_REAL,MPI_COMM_WORLD,IERR)
""",
        "REAL A(1000), B(1000)\nINTEGER K(64), KD(64)",
    )
    found = [(item.primitive, item.nbytes) for item in program.passed(4, 3)]
    assert found == [("gather", 52), ("scatter", 52), ("allgather", 48)]


TYPES = {
    "CONTIGUOUS(7, MPI_REAL8": 56,
    "VECTOR(5, 2, 100, MPI_INTEGER": 40,
    "HVECTOR(5, 3, 800, MPI_REAL": 60,
    "CREATE_HVECTOR(5, 3, 800_8, MPI_REAL": 60,
    "INDEXED(3, LENS, DISPS, MPI_REAL8": 88,
    "HINDEXED(3, LENS, DISPS, MPI_REAL": 44,
    "CREATE_INDEXED_BLOCK(3, 4, DISPS, MPI_REAL": 48,
    "STRUCT(3, LENS, DISPS, KINDS": 4 * 2 + 8 * 3 + 1 * 6,
    "CREATE_STRUCT(3, LENS, DISPS, KINDS": 4 * 2 + 8 * 3 + 1 * 6,
    "CREATE_SUBARRAY(2, SIZES, SUBS, STARTS, MPI_ORDER_FORTRAN, MPI_REAL8": 240,
    "DUP(MPI_REAL8": 8,
    "CREATE_RESIZED(MPI_REAL8, 0, 100": 8,
}
_TYPED = """\
LENS(1) = 2
LENS(2) = 3
LENS(3) = 6
KINDS(1) = MPI_INTEGER
KINDS(2) = MPI_DOUBLE_PRECISION
KINDS(3) = MPI_CHARACTER
SUBS(1) = 5
SUBS(2) = 6
"""
_ARRAYS = "INTEGER LENS(3), KINDS(3), DISPS(3), SIZES(2), SUBS(2), STARTS(2)\nINTEGER IT, IT2"


@pytest.mark.parametrize("kind", TYPES)
def test_derived_types(kind: str, tmp_path: Path) -> None:
    arguments = kind.partition("(")
    call = f"CALL MPI_TYPE_{arguments[0]}(\n{arguments[2]}, IT, IERR)"
    program = fortran(
        tmp_path,
        _TYPED
        + call.replace("\n", "").replace(", ", ",")
        + """
CALL MPI_TYPE_COMMIT(IT, IERR)
CALL MPI_SEND(LENS, 3, IT, 0, 0, MPI_COMM_WORLD, IERR)
CALL MPI_TYPE_SIZE(IT, N, IERR)
SHOW N
CALL MPI_TYPE_CONTIGUOUS(4, IT, IT2, IERR)
CALL SENDIT(IT2)
CALL MPI_TYPE_FREE(IT, IERR)
""",
        _ARRAYS,
        """\
SUBROUTINE SENDIT(IT)
INCLUDE 'mpif.h'
INTEGER IT, BUF(10)
CALL MPI_SEND(BUF, 2, IT, 0, 0, MPI_COMM_WORLD, IERR)
END
""",
    )
    size = TYPES[kind]
    assert sorted(shown(program, 2, 0)) == sorted([3 * size, size, 8 * size])


def test_derived_types_in_c(tmp_path: Path) -> None:
    program = c(
        tmp_path,
        """
        int n = 12;
        int lens[2] = {3, 1}; MPI_Aint at[2] = {0, 24}; MPI_Datatype kinds[2] = {MPI_DOUBLE, MPI_INT};
        MPI_Datatype col, rec;
        MPI_Type_vector(n, 1, n + 2, MPI_DOUBLE, &col);
        MPI_Type_commit(&col);
        MPI_Send(buf, 1, col, 0, 0, MPI_COMM_WORLD);
        MPI_Type_create_struct(2, lens, at, kinds, &rec);
        MPI_Send(buf, n, rec, 0, 0, MPI_COMM_WORLD);
        sendit(MPI_FLOAT, n);
        sendit(rec, 2);
        """,
        "static void sendit(MPI_Datatype t, int k) { MPI_Send(buf, k, t, 0, 0, MPI_COMM_WORLD); }",
    )
    assert sorted(shown(program, 2, 0)) == sorted([96, 12 * 28, 48, 56])


def test_types_whose_size_is_a_formula(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
READ *, M, K
CALL MPI_TYPE_VECTOR(M, K, 100, MPI_DOUBLE_PRECISION, IT, IERR)
CALL MPI_SEND(BUF, 3, IT, 0, 0, MPI_COMM_WORLD, IERR)
CALL SENDIT(IT)
""",
        "INTEGER IT, M, K",
        """\
SUBROUTINE SENDIT(IT)
INCLUDE 'mpif.h'
INTEGER IT, BUF(10)
CALL MPI_SEND(BUF, 2, IT, 0, 0, MPI_COMM_WORLD, IERR)
END
""",
    )
    for m, k in ((3, 4), (100, 1), (0, 5)):
        assert sorted(shown(program, 2, 0, m=m, k=k)) == sorted([24 * m * k, 16 * m * k])


def test_persistent_requests(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        RING
        + """\
CALL MPI_SEND_INIT(A,N,MPI_REAL,MOD(ME+1,NP),3,MPI_COMM_WORLD,IR(1),IERR)
CALL MPI_RECV_INIT(A,2*N,MPI_REAL,MOD(ME+NP-1,NP),3,MPI_COMM_WORLD,IR(2),IERR)
DO 10 I = 1, 7
CALL MPI_STARTALL(2, IR, IERR)
CALL MPI_WAITALL(2, IR, MPI_STATUSES_IGNORE, IERR)
10 CONTINUE
CALL MPI_START(IR(2), IERR)
CALL MPI_REQUEST_FREE(IR(1), IERR)
""",
        "REAL A(100)\nINTEGER IR(2)",
    )
    assert program.passed(5, 4) == [
        Passed("isend", 7, 700, 0, 3),
        Passed("irecv", 7, 1400, 3, 3),
        Passed("wait", 7, 0, None, None),
        Passed("irecv", 1, 200, 3, 3),
    ]


@pytest.mark.parametrize("language", ["fortran", "c"])
def test_inputs_that_the_root_broadcasts(language: str, tmp_path: Path) -> None:
    if language == "fortran":
        program = fortran(
            tmp_path,
            """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
IF (ME .EQ. 0) READ *, N, K
CALL MPI_BCAST(N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
CALL MPI_BCAST(K, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
SHOW N; K
""",
        )
    else:
        program = c(
            tmp_path,
            """
            int n, k;
            MPI_Comm_rank(MPI_COMM_WORLD, &me);
            if (me == 0) scanf("%d %d", &n, &k);
            MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
            MPI_Bcast(&k, 1, MPI_INT, 0, MPI_COMM_WORLD);
            SHOW(n); SHOW(k);
            """,
            "#include <stdio.h>",
        )
    for rank in range(3):
        assert shown(program, 3, rank, n=40, k=7) == [4, 4, 40, 7]


@pytest.mark.parametrize("language", ["fortran", "c"])
def test_small_arrays_that_the_root_broadcasts(language: str, tmp_path: Path) -> None:
    if language == "fortran":
        program = fortran(
            tmp_path,
            """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
IF (ME .EQ. 0) THEN
READ *, N, K
M(1) = N
M(2) = K
END IF
CALL MPI_BCAST(M, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
N = M(1)
K = M(2)
SHOW N; K
""",
            "INTEGER M(2)",
        )
    else:
        program = c(
            tmp_path,
            """
            int m[2], n = 0, k = 0;
            MPI_Comm_rank(MPI_COMM_WORLD, &me);
            if (me == 0) { scanf("%d %d", &n, &k); m[0] = n; m[1] = k; }
            MPI_Bcast(m, 2, MPI_INT, 0, MPI_COMM_WORLD);
            n = m[0]; k = m[1];
            SHOW(n); SHOW(k);
            """,
            "#include <stdio.h>",
        )
    for rank in range(3):
        assert shown(program, 3, rank, n=40, k=7) == [8, 40, 7]


def test_what_stays_on_the_own_rank(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_DUP(MPI_COMM_WORLD, IC, IERR)
CALL MPI_IPROBE(0, 1, IC, FLAG, IST, IERR)
CALL MPI_GET_COUNT(IST, MPI_REAL, N, IERR)
T = MPI_WTIME()
CALL MPI_COMM_FREE(IC, IERR)
CALL MPI_TYPE_FREE(IT, IERR)
CALL MPI_PACK(BUF, 1, MPI_INTEGER, BUF, 40, IP, IC, IERR)
""",
        "INTEGER IST(MPI_STATUS_SIZE), IT, IC\nLOGICAL FLAG\nDOUBLE PRECISION T",
    )
    assert program.passed(2, 0) == []
    assert {item.message.primitive for item in program.expansion.messages} == {"local"}


def test_shapes_of_allocated_arrays_keep_their_values(tmp_path: Path) -> None:
    program = traced(
        tmp_path,
        """\
program p
  use mpi
  implicit none
  integer :: ierr, np, n, ios
  real(8), allocatable :: a(:), b(:, :)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  n = 100/np
  allocate(a(n), b(0:n+1, n), stat=ios)
  call mpi_send(a, n, mpi_double_precision, 0, 1, mpi_comm_world, ierr)
  call mpi_send(a, ios, mpi_byte, 0, 2, mpi_comm_world, ierr)
  deallocate(a, b)
end program
""",
        ".f90",
    )
    first, second = [m for m in program.expansion.messages if m.message.primitive == "send"]
    assert first.nbytes() == first.message.nbytes
    assert int(evaluate(first.nbytes(), {"nprocs": 6, "rank": 1})) == 128
    assert second.nbytes().as_integer == 0  # ALLOCATE finds memory
