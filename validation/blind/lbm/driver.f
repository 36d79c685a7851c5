      SUBROUTINE SETUP
      INTEGER MX, MY
      PARAMETER (MX = 72, MY = 60)
      INTEGER NX, NY, IW(MX), IE(MX)
      DOUBLE PRECISION OMEGA, F(MX,MY,9), G(MX,MY,9)
      COMMON /DAT/ OMEGA, F, G, IW, IE, NX, NY
      NX = MX
      NY = MY
      OMEGA = 1.2D0
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MX, MY
      PARAMETER (MX = 72, MY = 60)
      INTEGER ISEED, NX, NY, IW(MX), IE(MX), I, J, K
      DOUBLE PRECISION OMEGA, F(MX,MY,9), G(MX,MY,9), W(9)
      COMMON /DAT/ OMEGA, F, G, IW, IE, NX, NY
      DATA W /0.4444444444444444D0, 4*0.1111111111111111D0,
     &        4*0.02777777777777778D0/
      DO 30 K = 1, 9
         DO 20 J = 1, NY
            DO 10 I = 1, NX
               F(I,J,K) = W(K)*(1.0D0 + 0.05D0*SIN(0.2D0*I + 0.3D0*K)
     &                    *COS(0.1D0*J + MOD(ISEED, 10)))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MX, MY
      PARAMETER (MX = 72, MY = 60)
      INTEGER NX, NY, IW(MX), IE(MX)
      DOUBLE PRECISION OMEGA, F(MX,MY,9), G(MX,MY,9)
      COMMON /DAT/ OMEGA, F, G, IW, IE, NX, NY
      CALL LBSTEP (NX, NY, OMEGA, F, G, IW, IE)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MX, MY
      PARAMETER (MX = 72, MY = 60)
      INTEGER NX, NY, IW(MX), IE(MX), I, J, K
      DOUBLE PRECISION OMEGA, F(MX,MY,9), G(MX,MY,9), S
      COMMON /DAT/ OMEGA, F, G, IW, IE, NX, NY
      S = 0.0D0
      DO 30 K = 1, 9
         DO 20 J = 1, NY
            DO 10 I = 1, NX
               S = S + G(I,J,K)*(1.0D0 + 0.01D0*K + 0.001D0*I
     &             + 0.002D0*J)
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      CHECK = S
      END
