      SUBROUTINE SETUP
      INTEGER MN
      PARAMETER (MN = 1500)
      INTEGER N
      DOUBLE PRECISION A(MN), X(MN), P(MN)
      COMMON /DAT/ A, X, P, N
      N = MN
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MN
      PARAMETER (MN = 1500)
      INTEGER ISEED, N, I, IS
      DOUBLE PRECISION A(MN), X(MN), P(MN), URAND
      COMMON /DAT/ A, X, P, N
      EXTERNAL URAND
      IS = 17 + MOD(ISEED, 1000000)
      DO 10 I = 1, N
         A(I) = 0.5D0 + 12.0D0*URAND(IS)
         X(I) = A(I)*(0.1D0 + 2.0D0*URAND(IS))
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MN
      PARAMETER (MN = 1500)
      INTEGER N
      DOUBLE PRECISION A(MN), X(MN), P(MN)
      COMMON /DAT/ A, X, P, N
      CALL GAMINC (N, A, X, P)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN
      PARAMETER (MN = 1500)
      INTEGER N, I
      DOUBLE PRECISION A(MN), X(MN), P(MN), S
      COMMON /DAT/ A, X, P, N
      S = 0.0D0
      DO 10 I = 1, N
         S = S + P(I)
   10 CONTINUE
      CHECK = S
      END

      DOUBLE PRECISION FUNCTION URAND (ISTATE)
C     Park and Miller's generator, by Schrage's method.
      INTEGER ISTATE, K
      K = ISTATE/127773
      ISTATE = 16807*(ISTATE - K*127773) - 2836*K
      IF (ISTATE .LT. 0) ISTATE = ISTATE + 2147483647
      URAND = DBLE(ISTATE)/2147483647.0D0
      END
