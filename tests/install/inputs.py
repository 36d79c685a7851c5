"""The programs and files that the commands are run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "team.f": """\
      PROGRAM TEAM
      DOUBLE PRECISION X(4000)
      DO 20 K = 1, 5
!$OMP PARALLEL DO
      DO 10 I = 1, 4000
   10 X(I) = K*1.0D0/I
   20 CONTINUE
      WRITE (*,*) X(4000)
      END
""",
    "halo.trace": """\
# clock cpu
0    0 begin
1    0 begin
0  120 isend 1 800
0  120 irecv 1 800
1  150 isend 0 800
1  150 irecv 0 800
0  180 wait
1  210 wait
0  300 coll allreduce 8
1  360 coll allreduce 8
0  310 end
1  370 end
""",
    "repair.pam": """\
param P = 8, N = 1000;
param tl = 10 ms, ts = 1 ms;
resource s;
L = par (p = 1, P) seq (i = 1, N) { delay(tl); use(s, ts) };
""",
    "repair.net.yaml": """\
# Machine repair: N clients, one server; the net of corpus/pamela/repair.pam with random times.
schema: 1
net: machine repair
parameters: {N: 11, tl: 0.010, ts: 0.001}
places: {running: N, broken: 0}
transitions:
  fail: {rate_per_s: 1/tl, takes: running, gives: broken, servers: inf}
  repair: {rate_per_s: 1/ts, takes: broken, gives: running}
measures:
  cycle_s: N/throughput(repair)
  utilisation: probability(broken > 0)
""",
    "repair.qn.yaml": """\
schema: 1
queueing: machine repair
parameters: {N: 11}
stations: {clients: {kind: delay, mean_s: 0.010}, server: {mean_s: 0.001}}
jobs: N
""",
    "relax.f": """\
      PROGRAM RELAX
      DOUBLE PRECISION A(400,400), X(400), TOL
      READ (*,*) N
      TOL = 1.0D-6
      DO 10 J = 1, N
      X(J) = 1.0D0/J
      DO 10 I = 1, N
   10 A(I,J) = 1.0D0/(I + J)
      CALL SWEEPS (N, A, X, TOL)
      WRITE (*,*) X(N)
      END
      SUBROUTINE SWEEPS (N, A, X, TOL)
      DOUBLE PRECISION A(400,400), X(400), TOL, S, CHANGE
   20 CHANGE = 0.0D0
      DO 40 I = 1, N
         S = 0.0D0
         DO 30 J = 1, I - 1
   30    S = S + A(I,J)*X(J)
         CHANGE = CHANGE + ABS(S*1.0D-3)
         X(I) = X(I)*0.5D0
   40 CONTINUE
      IF (CHANGE .GT. TOL) GOTO 20
      END
""",
    "norm.c": """\
double norm(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
""",
    "slow.c": """\
double norm(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            if (i == j)
                s += x[i] * x[j];
    return s;
}
""",
    "ring.f": """\
      PROGRAM RING
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, IERR, N, K, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(1000)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      N = 1000
      DO 20 K = 1, 10
      DO 10 I = 1, N
   10 U(I) = U(I)*0.5D0
      CALL MPI_SENDRECV (U, N, MPI_DOUBLE_PRECISION,
     &  MOD(RANK + 1, NPROCS), 1, U, N, MPI_DOUBLE_PRECISION,
     &  MOD(RANK + NPROCS - 1, NPROCS), 1, MPI_COMM_WORLD, STATUS, IERR)
   20 CONTINUE
      CALL MPI_FINALIZE (IERR)
      END
""",
    "drift.f": """\
      PROGRAM DRIFT
      DIMENSION X(100000), V(100000)
      READ (*,*) N, DT, TOL
      DO 10 I = 1, N
         X(I) = 0.0
   10 V(I) = 1.0/I
      T = 0.0
   20 E = 0.0
      DO 30 I = 1, N
         X(I) = X(I) + DT*V(I)
         IF (X(I) .GT. 0.5) V(I) = -V(I)
   30 E = E + V(I)**2
      T = T + DT
      IF (T .LT. TOL) GOTO 20
      WRITE (*,*) E
      END
""",
    "drift.in": "20000 0.01 0.5\n",
    "gather.f": """\
      SUBROUTINE GATHER (N, A, S)
      DOUBLE PRECISION A(N), S
      DO 10 I = 1, N
   10 IF (A(I) .GT. 0.0D0) S = S + SQRT(A(I))
      END
""",
    "comp.perf": "nodes\ndouble\n64 3.95\n128 4.11\n",
    "comm.perf": "5.35\n5.35\n0 100 0 73 0 1.67\n",
    "numbers": "{N}\n",
    "five": "5\n",
}


def write_inputs(folder: Path) -> None:
    """Write all of them into an empty folder."""
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
