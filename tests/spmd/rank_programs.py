"""Message-passing programs whose counts no formula tells: run rank by rank, as slices and really.

Each has its language, what it reads, and the numbers of processes it is made for.
"""

from __future__ import annotations

_FORTRAN = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, ME, NP, ST(MPI_STATUS_SIZE), I, N, K, L
      DOUBLE PRECISION X(20000), Y(20000)
      INTEGER TO(0:63), NTO, LEN, FR, DEST, ROWS, COMM, RQ(64), CNT(64)
      COMMON /NB/ NTO, TO
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
{body}
      CALL MPI_FINALIZE(IERR)
      END
{units}"""

_C = """\
#include <stdio.h>
#include <stdlib.h>
#include "mpi.h"
static double x[20000], y[20000];
{units}
int main(int argc, char **argv)
{{
    int me, np, i, n = 0;
    MPI_Status st;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
{body}
    MPI_Finalize();
    return 0;
}}
"""


def _fortran(body: str, units: str = "") -> str:
    return _FORTRAN.format(body=body.strip("\n"), units=units.lstrip("\n"))


def _c(body: str, units: str = "") -> str:
    return _C.format(body=body.strip("\n"), units=units.strip("\n"))


PROGRAMS: dict[str, tuple[str, str, str, tuple[int, ...]]] = {
    "hypercube": (
        "fortran",
        _fortran(
            """
      CALL CUBE(ME, NP)
      DO 10 I = 0, NTO - 1
      LEN = 5*(I + 1)
   10 CALL MPI_SENDRECV(X, LEN, MPI_DOUBLE_PRECISION, TO(I), I, Y, LEN,
     &   MPI_DOUBLE_PRECISION, TO(I), I, MPI_COMM_WORLD, ST, IERR)
""",
            """
      SUBROUTINE CUBE(ME, NP)
      INTEGER ME, NP, TO(0:63), NTO, M
      COMMON /NB/ NTO, TO
      NTO = 0
      M = 1
   20 IF (M .GE. NP) RETURN
      IF (MOD(ME/M, 2) .EQ. 0) THEN
         TO(NTO) = ME + M
      ELSE
         TO(NTO) = ME - M
      END IF
      NTO = NTO + 1
      M = 2*M
      GOTO 20
      END
""",
        ),
        "",
        (2, 4),
    ),
    "shares": (
        "fortran",
        _fortran(
            """
      IF (ME .EQ. 0) READ (*,*) N
      CALL MPI_BCAST(N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL SHARE(N, NP, ME, FR, LEN)
      DO 10 I = 1, LEN
   10 X(I) = FR + I
      CALL MPI_ALLGATHER(LEN, 1, MPI_INTEGER, CNT, 1, MPI_INTEGER,
     &   MPI_COMM_WORLD, IERR)
      IF (ME .GT. 0) CALL MPI_SEND(X, CNT(ME + 1),
     &   MPI_DOUBLE_PRECISION, 0, 4, MPI_COMM_WORLD, IERR)
      IF (ME .EQ. 0) THEN
         DO 20 K = 1, NP - 1
   20    CALL MPI_RECV(Y, CNT(K + 1), MPI_DOUBLE_PRECISION, K, 4,
     &      MPI_COMM_WORLD, ST, IERR)
      END IF
""",
            """
      SUBROUTINE SHARE(N, NP, ME, FR, LEN)
      INTEGER N, NP, ME, FR, LEN, R
      R = N/NP
      IF (R*NP .EQ. N) THEN
         FR = ME*R + 1
         LEN = R
      ELSE IF (ME .LT. N - R*NP) THEN
         FR = ME*(R + 1) + 1
         LEN = R + 1
      ELSE
         FR = ME*R + (N - R*NP) + 1
         LEN = R
      END IF
      END
""",
        ),
        "103\n",
        (1, 3, 4),
    ),
    "parts": (
        "fortran",
        _fortran(
            """
      K = 0
      IF (ME .GE. NP/3) K = 1
      CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, K, -ME, COMM, IERR)
      CALL MPI_COMM_SIZE(COMM, N, IERR)
      CALL MPI_COMM_RANK(COMM, L, IERR)
      CALL MPI_REDUCE(L, I, 1, MPI_INTEGER, MPI_SUM, 0, COMM, IERR)
      CALL MPI_BCAST(I, 1, MPI_INTEGER, 0, COMM, IERR)
      CALL MPI_ALLTOALL(X, I, MPI_DOUBLE_PRECISION, Y, I,
     &   MPI_DOUBLE_PRECISION, COMM, IERR)
      CALL MPI_BCAST(X, N, MPI_DOUBLE_PRECISION, N - 1, COMM, IERR)
""",
        ),
        "",
        (3, 4),
    ),
    "checked": (
        "fortran",
        _fortran(
            """
      CALL CHECK(NP)
      CALL MPI_ALLREDUCE(X, Y, NP, MPI_DOUBLE_PRECISION, MPI_SUM,
     &   MPI_COMM_WORLD, IERR)
""",
            """
      SUBROUTINE CHECK(NP)
      INTEGER NP, I, IERR
      I = NP
   10 IF (I .GT. 1 .AND. MOD(I, 2) .NE. 0) THEN
         CALL MPI_FINALIZE(IERR)
         STOP
      END IF
      I = I/2
      IF (I .GT. 0) GOTO 10
      END
""",
        ),
        "",
        (2, 3, 4),
    ),
    "later": (
        "fortran",
        _fortran(
            """
      N = 0
      L = MOD(ME + 1, NP)
      K = MOD(ME + NP - 1, NP)
      CALL MPI_IRECV(N, 1, MPI_INTEGER, K, 7, MPI_COMM_WORLD, RQ(1),
     &   IERR)
      CALL MPI_ISEND(3*ME + 2, 1, MPI_INTEGER, L, 7, MPI_COMM_WORLD,
     &   RQ(2), IERR)
      CALL MPI_WAITALL(2, RQ, MPI_STATUSES_IGNORE, IERR)
      DO 10 I = 1, N
   10 CALL MPI_BARRIER(MPI_COMM_SELF, IERR)
      CALL MPI_SENDRECV(X, 3*ME + 2, MPI_DOUBLE_PRECISION, L, 8, Y, N,
     &   MPI_DOUBLE_PRECISION, K, 8, MPI_COMM_WORLD, ST, IERR)
""",
        ),
        "",
        (2, 3),
    ),
    "grid": (
        "c",
        _c(
            """
    int dims[2] = {0, 0}, periods[2] = {0, 1}, at[2], side[4], k, count;
    MPI_Comm grid;
    MPI_Request rq[8];
    MPI_Dims_create(np, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, me, 2, at);
    around(grid, side);
    for (k = 0, count = 0; k < 4; k++)
        if (side[k] >= 0) {
            n = k < 2 ? 10 + dims[1] : 20 + at[1] * 0;
            MPI_Irecv(y + 100 * k, n, MPI_DOUBLE, side[k], k ^ 1, grid, &rq[count++]);
            MPI_Isend(x, n, MPI_DOUBLE, side[k], k, grid, &rq[count++]);
        }
    MPI_Waitall(count, rq, MPI_STATUSES_IGNORE);
""",
            """
static void around(MPI_Comm grid, int *side)
{
    int d;
    for (d = 0; d < 2; d++)
        MPI_Cart_shift(grid, d, 1, &side[2 * d], &side[2 * d + 1]);
}
""",
        ),
        "",
        (2, 4),
    ),
    "master": (
        "c",
        _c(
            """
    int rows, offset, extra;
    if (me == 0) {
        if (np < 3)
            MPI_Abort(MPI_COMM_WORLD, 2);
        extra = 50 % (np - 1);
        for (i = 1, offset = 0; i < np; i++, offset += rows) {
            rows = i <= extra ? 50 / (np - 1) + 1 : 50 / (np - 1);
            MPI_Send(&rows, 1, MPI_INT, i, 1, MPI_COMM_WORLD);
            MPI_Send(&x[offset], rows, MPI_DOUBLE, i, 2, MPI_COMM_WORLD);
        }
        for (i = 1; i < np; i++)
            MPI_Recv(y, 20000, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &st);
    } else {
        MPI_Recv(&rows, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &st);
        MPI_Recv(x, rows, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, &st);
        for (i = 0; i < rows; i++)
            y[i] = 2 * x[i];
        MPI_Send(y, rows, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    }
""",
        ),
        "",
        (2, 3, 4),
    ),
    "kept": (
        "c",
        _c(
            """
    MPI_Request rq[2];
    int k;
    for (n = 1, i = 1; i < me + 20; i *= 3)
        n += i % 5;
    for (k = 0; k < 3; k++) {
        MPI_Recv_init(y, 100, MPI_DOUBLE, (me + np - 1) % np, k, MPI_COMM_WORLD, &rq[0]);
        MPI_Send_init(x, n, MPI_DOUBLE, (me + 1) % np, k, MPI_COMM_WORLD, &rq[1]);
        for (i = 0; i < 4; i++) {
            MPI_Start(&rq[0]);
            MPI_Start(&rq[1]);
            MPI_Waitall(2, rq, MPI_STATUSES_IGNORE);
        }
        MPI_Startall(2, rq);
        MPI_Waitall(2, rq, MPI_STATUSES_IGNORE);
        MPI_Request_free(&rq[0]);
        MPI_Request_free(&rq[1]);
    }
""",
        ),
        "",
        (2, 3),
    ),
    "plan": (
        "c",
        _c(
            """
    if (me == 0 && scanf("%d", &n) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    make(me, np, n);
    for (i = 0; i < plan.count; i++)
        if (plan.sends[i])
            MPI_Send(x, plan.items[i], MPI_DOUBLE, plan.with[i], i, MPI_COMM_WORLD);
        else
            MPI_Recv(x, plan.items[i], MPI_DOUBLE, plan.with[i], i, MPI_COMM_WORLD, &st);
    if (plan.count < np)
        finish(plan.count);
    MPI_Barrier(MPI_COMM_WORLD);
""",
            """
static struct { int count; int with[64], items[64], sends[64]; } plan;
static void make(int me, int np, int n)
{
    int k, with;
    for (k = 0; k < np; k++) {
        with = (np + k - me) % np;
        if (with == me || with > n)
            with = me;
        plan.with[k] = with;
        plan.items[k] = with == me ? 0 : n + k;
        plan.sends[k] = me < with;
        if (with == me)
            plan.with[k] = MPI_PROC_NULL;
        plan.count++;
    }
}
static void finish(int count)
{
    MPI_Finalize();
    exit(count > 60);
}
""",
        ),
        "9\n",
        (2, 3, 4),
    ),
}
"""By name: language, source, standard input, numbers of processes."""
