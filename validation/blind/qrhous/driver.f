      SUBROUTINE SETUP
      INTEGER MM, NN
      PARAMETER (MM = 120, NN = 80)
      INTEGER M, N, I, J, IS
      DOUBLE PRECISION A(MM*NN), A0(MM*NN), RDIAG(NN), URAND
      COMMON /DAT/ A, A0, RDIAG, M, N
      EXTERNAL URAND
      M = MM
      N = NN
      IS = 4711
      DO 20 J = 1, N
         DO 10 I = 1, M
            A0((J - 1)*M + I) = URAND(IS) - 0.5D0
   10    CONTINUE
         A0((J - 1)*M + J) = A0((J - 1)*M + J) + 2.0D0
   20 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MM, NN
      PARAMETER (MM = 120, NN = 80)
      INTEGER ISEED, M, N, I
      DOUBLE PRECISION A(MM*NN), A0(MM*NN), RDIAG(NN)
      COMMON /DAT/ A, A0, RDIAG, M, N
C     The work does not depend on the data: the seed only scales them.
      DO 10 I = 1, MM*NN
         A(I) = A0(I)*(1.0D0 + 1.0D-3*DBLE(MOD(ISEED, 7)))
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MM, NN
      PARAMETER (MM = 120, NN = 80)
      INTEGER M, N
      DOUBLE PRECISION A(MM*NN), A0(MM*NN), RDIAG(NN)
      COMMON /DAT/ A, A0, RDIAG, M, N
      CALL QRHOUS (M, N, A, RDIAG)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MM, NN
      PARAMETER (MM = 120, NN = 80)
      INTEGER M, N, I, J
      DOUBLE PRECISION A(MM*NN), A0(MM*NN), RDIAG(NN), S
      COMMON /DAT/ A, A0, RDIAG, M, N
      S = 0.0D0
      DO 20 J = 1, N
         S = S + ABS(RDIAG(J))*(1.0D0 + 0.01D0*J)
         DO 10 I = 1, M
            S = S + A((J - 1)*M + I)**2
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
