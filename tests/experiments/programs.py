"""Small programs whose costs cross, by construction."""

from __future__ import annotations

DIRECT = """\
      SUBROUTINE DIRECT (N, X, Y)
      DOUBLE PRECISION X(N), Y(N)
      DO 20 I = 1, N
      DO 10 J = 1, N
   10 Y(I) = Y(I) + X(J)*X(I)
   20 CONTINUE
      END
"""
TABLE = """\
      SUBROUTINE TABLE (N, X, Y)
      DOUBLE PRECISION X(N), Y(N), T(500)
      DO 10 I = 1, 500
   10 T(I) = SQRT(DBLE(I))
      DO 30 I = 1, N
      Y(I) = 0.0D0
      DO 20 J = 1, 40
   20 Y(I) = Y(I) + X(I)*T(J)
   30 CONTINUE
      END
"""
PASSES = """\
void product(int n, int m, double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                c[i*n + j] += a[i*m + k] * b[k*n + j];
}

void stencil(int n, int m, double *a, double *b)
{
    for (int t = 0; t < 10; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i*m + j] = a[i*m + j - 1] + a[i*m + j + 1] + a[(i-1)*m + j] + a[(i+1)*m + j];
}

double passes(int n, int m, double *a, double *b, double *c, int *to)
{
    double sum = 0.0;
    product(n, m, a, b, c);
    stencil(n, m, a, b);
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++)
            b[j*n + i] = a[i*m + j];
    for (int i = 0; i < n; i++)
        if (a[to[i]] > 0.0)
            sum += a[to[i]] / b[i];
        else
            sum -= b[i];
    return sum;
}
"""
UNUSED = """\
      SUBROUTINE UNUSED (N, M, X)
      DOUBLE PRECISION X(N)
      K = M
      DO 10 I = 1, N
   10 X(I) = K
      END
"""
SOLVE = """\
      SUBROUTINE SOLVE (N, A, X, TOL)
      DOUBLE PRECISION A(N,N), X(N), TOL, S, CHANGE
   10 CHANGE = 0.0D0
      DO 30 I = 1, N
         S = 0.0D0
         DO 20 J = 1, I - 1
   20    S = S + A(I,J)*X(J)
         CHANGE = CHANGE + ABS(X(I) + S)
         IF (X(I) .LT. 0.0D0) S = SQRT(ABS(S))
         X(I) = -S
   30 CONTINUE
      IF (CHANGE .GT. TOL) GOTO 10
      END
"""
BLOCKS = """\
      SUBROUTINE BLOCKS (N, X)
      DOUBLE PRECISION X(N)
      DO 20 K = 1, MOD(N, 8)
      DO 10 I = 1, 10
   10 X(K) = X(K)*X(I)
   20 CONTINUE
      END
"""
CONSTANT = """\
      SUBROUTINE FIXED (X)
      DOUBLE PRECISION X(35)
      DO 10 I = 1, 35
   10 X(I) = X(I)*X(1)
      END
"""
EARLY = """\
      SUBROUTINE SEARCH (N, X, K)
      REAL X(N)
      DO 10 I = 1, N
      IF (X(I) .GT. 0.5) GOTO 20
   10 CONTINUE
   20 K = I
      END
"""

ROWS = """\
      SUBROUTINE ROWS (N, M, A, B)
      INTEGER N, M, I, J
      DOUBLE PRECISION A(N,M), B(N,M)
      DO 10 I = 1, N
      DO 10 J = 1, M
   10 B(I,J) = B(I,J) + A(I,J)*0.5D0
      END
"""
"""Rows that lie in few sets of a cache where N is a multiple of a large power of two."""

PROGRAMS = {
    "direct.f": DIRECT,
    "table.f": TABLE,
    "passes.c": PASSES,
    "unused.f": UNUSED,
    "solve.f": SOLVE,
    "blocks.f": BLOCKS,
    "constant.f": CONSTANT,
    "early.f": EARLY,
    "rows.f": ROWS,
}
