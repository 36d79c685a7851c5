      SUBROUTINE SETUP
      INTEGER NN
      PARAMETER (NN = 1500)
      INTEGER N, I, J, L, IS
      DOUBLE PRECISION A(3,3,NN), B(3,3,NN), C(3,3,NN), C0(3,3,NN),
     &                 F(3,NN), URAND
      COMMON /DAT/ A, B, C, C0, F, N
      EXTERNAL URAND
      N = NN
      IS = 99
      DO 30 L = 1, N
         DO 20 J = 1, 3
            DO 10 I = 1, 3
               A(I,J,L) = URAND(IS) - 0.5D0
               B(I,J,L) = URAND(IS) - 0.5D0
               C0(I,J,L) = URAND(IS) - 0.5D0
   10       CONTINUE
            B(J,J,L) = B(J,J,L) + 6.0D0
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NN
      PARAMETER (NN = 1500)
      INTEGER ISEED, N, I, J, L
      DOUBLE PRECISION A(3,3,NN), B(3,3,NN), C(3,3,NN), C0(3,3,NN),
     &                 F(3,NN), X
      COMMON /DAT/ A, B, C, C0, F, N
C     The right-hand side of a solution with all components X.
      X = 1.0D0 + 0.1D0*MOD(ISEED, 10)
      DO 30 L = 1, N
         DO 20 I = 1, 3
            F(I,L) = 0.0D0
            DO 10 J = 1, 3
               C(I,J,L) = C0(I,J,L)
               F(I,L) = F(I,L) + B(I,J,L)*X
               IF (L .GT. 1) F(I,L) = F(I,L) + A(I,J,L)*X
               IF (L .LT. N) F(I,L) = F(I,L) + C(I,J,L)*X
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER NN
      PARAMETER (NN = 1500)
      INTEGER N
      DOUBLE PRECISION A(3,3,NN), B(3,3,NN), C(3,3,NN), C0(3,3,NN),
     &                 F(3,NN)
      COMMON /DAT/ A, B, C, C0, F, N
      CALL BLKTRI (N, A, B, C, F)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NN
      PARAMETER (NN = 1500)
      INTEGER N, L
      DOUBLE PRECISION A(3,3,NN), B(3,3,NN), C(3,3,NN), C0(3,3,NN),
     &                 F(3,NN), S
      COMMON /DAT/ A, B, C, C0, F, N
      S = 0.0D0
      DO 10 L = 1, N
         S = S + F(1,L) + 2.0D0*F(2,L) + 3.0D0*F(3,L)
   10 CONTINUE
      CHECK = S/N
      END

      DOUBLE PRECISION FUNCTION URAND (ISTATE)
C     Park and Miller's generator, by Schrage's method.
      INTEGER ISTATE, K
      K = ISTATE/127773
      ISTATE = 16807*(ISTATE - K*127773) - 2836*K
      IF (ISTATE .LT. 0) ISTATE = ISTATE + 2147483647
      URAND = DBLE(ISTATE)/2147483647.0D0
      END
