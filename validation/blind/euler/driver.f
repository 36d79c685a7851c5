      SUBROUTINE SETUP
      INTEGER MN
      PARAMETER (MN = 3000)
      INTEGER N
      DOUBLE PRECISION DTDX, GAM, U(3,MN), W(3,MN), F(3,MN)
      COMMON /DAT/ DTDX, GAM, U, W, F, N
      N = MN
      DTDX = 0.1D0
      GAM = 1.4D0
      END

      SUBROUTINE RESET (ISEED)
C     A smooth flow, subsonic and supersonic, with noise.
      INTEGER MN
      PARAMETER (MN = 3000)
      INTEGER ISEED, N, I, IS
      DOUBLE PRECISION DTDX, GAM, U(3,MN), W(3,MN), F(3,MN)
      DOUBLE PRECISION R, V, P, X, URAND
      COMMON /DAT/ DTDX, GAM, U, W, F, N
      EXTERNAL URAND
      IS = 41 + MOD(ISEED, 1000000)
      DO 10 I = 1, N
         X = 6.283D0*I/N
         R = 1.0D0 + 0.3D0*SIN(3.0D0*X) + 0.01D0*URAND(IS)
         V = 1.8D0*COS(5.0D0*X + ISEED) + 0.01D0*URAND(IS)
         P = 1.0D0 + 0.4D0*COS(7.0D0*X) + 0.01D0*URAND(IS)
         U(1,I) = R
         U(2,I) = R*V
         U(3,I) = P/(GAM - 1.0D0) + 0.5D0*R*V*V
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MN
      PARAMETER (MN = 3000)
      INTEGER N
      DOUBLE PRECISION DTDX, GAM, U(3,MN), W(3,MN), F(3,MN)
      COMMON /DAT/ DTDX, GAM, U, W, F, N
      CALL EULER (N, DTDX, GAM, U, W, F)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN
      PARAMETER (MN = 3000)
      INTEGER N, I
      DOUBLE PRECISION DTDX, GAM, U(3,MN), W(3,MN), F(3,MN), S
      COMMON /DAT/ DTDX, GAM, U, W, F, N
      S = 0.0D0
      DO 10 I = 1, N
         S = S + U(1,I) + U(2,I)**2 + U(3,I)
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
