      SUBROUTINE SETUP
      INTEGER N, I, K, KOL
      PARAMETER (N = 6000)
      INTEGER IROW(N+1), ICOL(5*N)
      DOUBLE PRECISION A(5*N), X(N), Y(N)
      COMMON /DATA/ A, X, Y, IROW, ICOL
      DO I = 1, N
         IROW(I) = 5*(I - 1) + 1
         DO K = 0, 4
            KOL = I + (K - 2)*37
            ICOL(IROW(I) + K) = 1 + MOD(KOL - 1 + N, N)
            A(IROW(I) + K) = 0.2D0
         END DO
      END DO
      IROW(N+1) = 5*N + 1
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, I, ISEED
      PARAMETER (N = 6000)
      INTEGER IROW(N+1), ICOL(5*N)
      DOUBLE PRECISION A(5*N), X(N), Y(N)
      COMMON /DATA/ A, X, Y, IROW, ICOL
      DO I = 1, N
         X(I) = 1.0D0 + MOD(I + ISEED, 10)/10.0D0
      END DO
      END

      SUBROUTINE ONCE
      INTEGER N, N1, N2
      PARAMETER (N = 6000)
      INTEGER IROW(N+1), ICOL(5*N)
      DOUBLE PRECISION A(5*N), X(N), Y(N)
      COMMON /DATA/ A, X, Y, IROW, ICOL
      N1 = N
      N2 = 8
      CALL CSRMV (N1, N2, IROW, ICOL, A, X, Y)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, I
      PARAMETER (N = 6000)
      INTEGER IROW(N+1), ICOL(5*N)
      DOUBLE PRECISION A(5*N), X(N), Y(N)
      COMMON /DATA/ A, X, Y, IROW, ICOL
      CHECK = 0.0D0
      DO I = 1, N
         CHECK = CHECK + X(I)
      END DO
      END
