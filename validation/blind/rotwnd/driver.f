      SUBROUTINE SETUP
      INTEGER MX, MY
      PARAMETER (MX = 2500, MY = 2000)
      INTEGER NX, NY, I, J
      REAL U(MX,MY), V(MX,MY), CA(MX,MY), SA(MX,MY), T
      COMMON /DAT/ U, V, CA, SA, NX, NY
      NX = MX
      NY = MY
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            T = 0.25*MOD(I + 3*J, 11)
            CA(I,J) = (1.0 - T*T)/(1.0 + T*T)
            SA(I,J) = 2.0*T/(1.0 + T*T)
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MX, MY
      PARAMETER (MX = 2500, MY = 2000)
      INTEGER ISEED, NX, NY, I, J
      REAL U(MX,MY), V(MX,MY), CA(MX,MY), SA(MX,MY)
      COMMON /DAT/ U, V, CA, SA, NX, NY
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            U(I,J) = 1.0 + 0.5*MOD(I + ISEED, 17)
            V(I,J) = -2.0 + 0.25*MOD(J + ISEED, 19)
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MX, MY
      PARAMETER (MX = 2500, MY = 2000)
      INTEGER NX, NY
      REAL U(MX,MY), V(MX,MY), CA(MX,MY), SA(MX,MY)
      COMMON /DAT/ U, V, CA, SA, NX, NY
      CALL ROTWND (NX, NY, U, V, CA, SA)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MX, MY
      PARAMETER (MX = 2500, MY = 2000)
      INTEGER NX, NY, I, J
      REAL U(MX,MY), V(MX,MY), CA(MX,MY), SA(MX,MY)
      DOUBLE PRECISION S
      COMMON /DAT/ U, V, CA, SA, NX, NY
      S = 0.0D0
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            S = S + ABS(U(I,J)) + 2.0D0*V(I,J)
   10    CONTINUE
   20 CONTINUE
      CHECK = S/(DBLE(NX)*NY)
      END
