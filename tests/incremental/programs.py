"""Small programs in which units depend on each other in every way there is."""

from __future__ import annotations

FORTRAN = {
    "main.F": """\
      PROGRAM MAIN
      INCLUDE 'size.inc'
      COMMON /PAR/ NX, NY, FAST
      LOGICAL FAST
      DOUBLE PRECISION A(NMAX)
      EXTERNAL STEP, SWEEP
      DO 5 I = 1, NX
    5 A(I) = 0.0D0
      READ (*,*) NIT
      M = 3*LEN0
#ifdef TWICE
      M = 2*M
#endif
      NB = KBLOCK(2, 'ADI')
      DO 10 I = 1, NIT, NB
         CALL APPLY (STEP, A, M)
         IF (FAST) CALL APPLY (SWEEP, A, NX)
   10 CONTINUE
      CALL NORM (A, NMAX, S)
      CALL NORM2 (A, NY, S)
      CALL TREE (NX, 5)
      CALL DSCAL (NX, 2.0D0, A, 1)
      END
""",
    "steps.f": """\
      SUBROUTINE STEP (A, N)
      DOUBLE PRECISION A(*)
      COMMON /PAR/ NX, NY, FAST
      LOGICAL FAST
      DO 10 I = 1, N
         A(I) = A(I) + 0.5D0
         IF (I .GT. NX) CALL STOPIT (I)
   10 CONTINUE
      NY = NY + 1
      END
      SUBROUTINE SWEEP (A, N)
      DOUBLE PRECISION A(*)
      DO 20 J = 1, N
         DO 20 I = 1, J
   20 A(I) = A(I)*A(J)
      END
      SUBROUTINE APPLY (WORK, A, N)
      EXTERNAL WORK
      DOUBLE PRECISION A(*)
      K = N
      CALL HALF (K)
      CALL WORK (A, K)
      END
      SUBROUTINE HALF (K)
      K = K/2
      END
""",
    "norms.f": """\
      SUBROUTINE NORM (A, N, S)
      INCLUDE 'size.inc'
      DOUBLE PRECISION A(*), S
      LOGICAL FIRST
      SAVE FIRST
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
         DO 5 I = 1, LEN0
    5    A(I) = 1.0D0
         FIRST = .FALSE.
      END IF
      S = 0.0D0
      DO 10 I = 1, N
   10 S = S + A(I)**2
      RETURN
      ENTRY NORM2 (A, N, S)
      S = 1.0D0
      DO 20 I = N, 1, -2
   20 S = MAX(S, ABS(A(I)))
      END
      INTEGER FUNCTION KBLOCK (KIND, NAME)
      CHARACTER*(*) NAME
      KBLOCK = 1
      IF (NAME .EQ. 'ADI' .AND. LEN(NAME) .GT. 2) KBLOCK = 4
      IF (KIND .GT. 1) KBLOCK = KBLOCK*KIND + KODD(KIND)
      END
      INTEGER FUNCTION KODD (K)
      KODD = 2
      IF (MOD(K, 2) .EQ. 1) KODD = 3
      END
      SUBROUTINE STOPIT (I)
      IF (I .GT. 1000) STOP
      END
      SUBROUTINE TREE (N, K)
      IF (K .GT. 0) CALL LEAF (N, K - 1)
      END
      SUBROUTINE LEAF (N, K)
      DO 10 I = 1, N
   10 CALL TREE (I, K)
      END
      BLOCK DATA INIT
      COMMON /PAR/ NX, NY, FAST
      LOGICAL FAST
      DATA NX, NY, FAST /40, 7, .TRUE./
      END
""",
    "size.inc": """\
      PARAMETER (NMAX = 100, LEN0 = 12)
""",
}

C = {
    "grid.h": """\
struct grid { int rows, columns; double *cells; };
extern int level;
void relax(struct grid *g, int sweeps);
int blocks(int kind);
static int half(int n) { return n / 2; }
#define WIDTH 8
""",
    "grid.c": """\
#include "grid.h"
int level = 3;
static int passes = 2;

void relax(struct grid *g, int sweeps)
{
    for (int k = 0; k < sweeps * passes; k++)
        for (int i = 1; i < g->rows - 1; i++)
            for (int j = 1; j < half(g->columns); j++)
                g->cells[i * g->columns + j] *= 0.25;
}

int blocks(int kind)
{
    if (kind == 1)
        return WIDTH;
    return 4;
}
""",
    "main.c": """\
#include "grid.h"

static void each(void (*work)(struct grid *, int), struct grid *g)
{
    work(g, level);
}

int main(void)
{
    double cells[400];
    struct grid g = {20, 20, cells};
    int b = blocks(1);
    for (int i = 0; i < 100; i += b)
        relax(&g, i);
    each(relax, &g);
    return 0;
}
""",
}

MIXED = {
    "drive.f": """\
      SUBROUTINE DRIVE (N, A)
      DOUBLE PRECISION A(N)
      COMMON /SHARED/ KSIZE
      DO 10 I = 1, N
         CALL FILL (A, KSIZE)
   10 CONTINUE
      CALL BACK (N)
      END
      SUBROUTINE INNER (N)
      COMMON /SHARED/ KSIZE
      KSIZE = N
      END
""",
    "parts.c": """\
extern struct { int ksize; } shared_;
extern void inner_(int *n);

void fill_(double *a, int *n)
{
    for (int i = 0; i < *n; i++)
        a[i] = 0.0;
}

void back_(int *n)
{
    inner_(n);
    for (int i = 0; i < shared_.ksize; i++)
        *n = *n - 1;
}
""",
}
STUB = """\
schema: 1
stubs:
  DSCAL:
    arguments: [N integer, A double, X double array, INCX integer]
    writes: [X]
    operations:
      mul.double: 2*N
"""
