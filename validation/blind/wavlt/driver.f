      SUBROUTINE SETUP
      INTEGER NN
      PARAMETER (NN = 256)
      INTEGER N
      DOUBLE PRECISION A(NN,NN), V(NN), W(NN)
      COMMON /DAT/ A, V, W, N
      N = NN
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NN
      PARAMETER (NN = 256)
      INTEGER ISEED, N, I, J, IS
      DOUBLE PRECISION A(NN,NN), V(NN), W(NN), URAND
      COMMON /DAT/ A, V, W, N
      EXTERNAL URAND
      IS = 1000 + MOD(ISEED, 100000)
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = SIN(0.05D0*I)*COS(0.03D0*J) + 0.1D0*URAND(IS)
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER NN
      PARAMETER (NN = 256)
      INTEGER N
      DOUBLE PRECISION A(NN,NN), V(NN), W(NN)
      COMMON /DAT/ A, V, W, N
      CALL WAVLT2 (N, A, V, W)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NN
      PARAMETER (NN = 256)
      INTEGER N, I, J
      DOUBLE PRECISION A(NN,NN), V(NN), W(NN), S
      COMMON /DAT/ A, V, W, N
      S = 0.0D0
      DO 20 J = 1, N
         DO 10 I = 1, N
            S = S + ABS(A(I,J))*(1.0D0 + 0.001D0*I + 0.002D0*J)
   10    CONTINUE
   20 CONTINUE
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
