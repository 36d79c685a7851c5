      SUBROUTINE SETUP
      INTEGER NMAX, N, NZ, I, K
      PARAMETER (NMAX = 900000)
      DOUBLE PRECISION A(5*NMAX), X(NMAX), Y(NMAX)
      INTEGER JA(5*NMAX)
      COMMON /DATA/ A, X, Y, JA, N, NZ
      N = NMAX
      NZ = 5*N
      DO 20 I = 1, N
         X(I) = 1.0D0 + MOD(I, 3)
         DO 10 K = 1, 5
            A(5*(I-1) + K) = 1.0D0 + MOD(I*K, 7)
            JA(5*(I-1) + K) = MAX(1, MIN(N, I + 10*(K - 3)))
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NMAX, N, NZ, ISEED
      PARAMETER (NMAX = 900000)
      DOUBLE PRECISION A(5*NMAX), X(NMAX), Y(NMAX)
      INTEGER JA(5*NMAX)
      COMMON /DATA/ A, X, Y, JA, N, NZ
      X(1) = MOD(ISEED, 9)
      END

      SUBROUTINE ONCE
      INTEGER NMAX, N, NZ
      PARAMETER (NMAX = 900000)
      DOUBLE PRECISION A(5*NMAX), X(NMAX), Y(NMAX)
      INTEGER JA(5*NMAX)
      COMMON /DATA/ A, X, Y, JA, N, NZ
      CALL SPMV (N, NZ, A, JA, X, Y)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NMAX, N, NZ, I
      PARAMETER (NMAX = 900000)
      DOUBLE PRECISION A(5*NMAX), X(NMAX), Y(NMAX)
      INTEGER JA(5*NMAX)
      COMMON /DATA/ A, X, Y, JA, N, NZ
      CHECK = 0.0D0
      DO 10 I = 1, N, 701
         CHECK = CHECK + Y(I)
   10 CONTINUE
      END
