C     The five-point Laplacian on an NG by NG grid, with its diagonal raised.
      SUBROUTINE SETUP
      INTEGER NG, NMAX, I, J, K, M, N, NIT
      PARAMETER (NG = 48, NMAX = NG*NG)
      INTEGER IA(NMAX+1), JA(5*NMAX)
      DOUBLE PRECISION AVAL(5*NMAX), B(NMAX), X(NMAX), R(NMAX)
      DOUBLE PRECISION P(NMAX), Q(NMAX), RNORM
      COMMON /DATA/ AVAL, B, X, R, P, Q, RNORM, IA, JA, N, NIT
      N = NMAX
      NIT = 15
      K = 1
      DO 20 J = 1, NG
         DO 10 I = 1, NG
            M = (J - 1)*NG + I
            IA(M) = K
            IF (J .GT. 1) CALL PUT (K, M - NG, -1.0D0, JA, AVAL)
            IF (I .GT. 1) CALL PUT (K, M - 1, -1.0D0, JA, AVAL)
            CALL PUT (K, M, 4.05D0, JA, AVAL)
            IF (I .LT. NG) CALL PUT (K, M + 1, -1.0D0, JA, AVAL)
            IF (J .LT. NG) CALL PUT (K, M + NG, -1.0D0, JA, AVAL)
   10    CONTINUE
   20 CONTINUE
      IA(N+1) = K
      END

      SUBROUTINE PUT (K, M, V, JA, AVAL)
      INTEGER K, M, JA(*)
      DOUBLE PRECISION V, AVAL(*)
      JA(K) = M
      AVAL(K) = V
      K = K + 1
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NG, NMAX, ISEED, I, N, NIT
      PARAMETER (NG = 48, NMAX = NG*NG)
      INTEGER IA(NMAX+1), JA(5*NMAX)
      DOUBLE PRECISION AVAL(5*NMAX), B(NMAX), X(NMAX), R(NMAX)
      DOUBLE PRECISION P(NMAX), Q(NMAX), RNORM
      COMMON /DATA/ AVAL, B, X, R, P, Q, RNORM, IA, JA, N, NIT
      DO 10 I = 1, N
         B(I) = 1.0D0 + MOD(I*(7 + MOD(ISEED, 5)), 19)/19.0D0
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER NG, NMAX, N, NIT
      PARAMETER (NG = 48, NMAX = NG*NG)
      INTEGER IA(NMAX+1), JA(5*NMAX)
      DOUBLE PRECISION AVAL(5*NMAX), B(NMAX), X(NMAX), R(NMAX)
      DOUBLE PRECISION P(NMAX), Q(NMAX), RNORM
      COMMON /DATA/ AVAL, B, X, R, P, Q, RNORM, IA, JA, N, NIT
      CALL CGCSR (N, IA, JA, AVAL, B, X, R, P, Q, NIT, RNORM)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NG, NMAX, I, N, NIT
      PARAMETER (NG = 48, NMAX = NG*NG)
      INTEGER IA(NMAX+1), JA(5*NMAX)
      DOUBLE PRECISION AVAL(5*NMAX), B(NMAX), X(NMAX), R(NMAX)
      DOUBLE PRECISION P(NMAX), Q(NMAX), RNORM
      COMMON /DATA/ AVAL, B, X, R, P, Q, RNORM, IA, JA, N, NIT
      CHECK = 0.0D0
      DO 10 I = 1, N
         CHECK = CHECK + X(I)
   10 CONTINUE
      END
