      SUBROUTINE SETUP
      INTEGER MN
      PARAMETER (MN = 5000)
      INTEGER N, I
      DOUBLE PRECISION DX, DT, V(MN)
      COMPLEX*16 PSI(MN), R(MN), G(MN)
      COMMON /DAT/ PSI, R, G, V, DX, DT, N
      N = MN
      DX = 0.02D0
      DT = 0.001D0
      DO 10 I = 1, N
         V(I) = 0.5D0*((I - N/2)*DX/20.0D0)**2
   10 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MN
      PARAMETER (MN = 5000)
      INTEGER ISEED, N, I
      DOUBLE PRECISION DX, DT, V(MN), X, W
      COMPLEX*16 PSI(MN), R(MN), G(MN)
      COMMON /DAT/ PSI, R, G, V, DX, DT, N
C     A wave packet; wide, so that no part of it is denormal.
      DO 10 I = 1, N
         X = (I - N/2)*DX
         W = EXP(-(X/20.0D0)**2)
         X = X*(2.0D0 + 0.1D0*MOD(ISEED, 10))
         PSI(I) = DCMPLX(W*COS(X), W*SIN(X))
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MN
      PARAMETER (MN = 5000)
      INTEGER N
      DOUBLE PRECISION DX, DT, V(MN)
      COMPLEX*16 PSI(MN), R(MN), G(MN)
      COMMON /DAT/ PSI, R, G, V, DX, DT, N
      CALL SCHROD (N, DX, DT, V, PSI, R, G)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN
      PARAMETER (MN = 5000)
      INTEGER N, I
      DOUBLE PRECISION DX, DT, V(MN), S
      COMPLEX*16 PSI(MN), R(MN), G(MN)
      COMMON /DAT/ PSI, R, G, V, DX, DT, N
      S = 0.0D0
      DO 10 I = 1, N
         S = S + DX*(DBLE(PSI(I))**2 + DIMAG(PSI(I))**2)
   10 CONTINUE
      CHECK = S + DBLE(PSI(N/2 + 7)) + DIMAG(PSI(N/3))
      END
