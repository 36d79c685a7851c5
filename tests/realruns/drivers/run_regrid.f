C     A smoothing surface through values on a grid, and its values.
      PROGRAM TREGRI
      INTEGER MAXM, K, NEST, LWRK, KWRK, MX, MY, I, J, NX, NY, IER
      PARAMETER (MAXM = 40, K = 3, NEST = MAXM + K + 1)
      PARAMETER (LWRK = 10000, KWRK = 3 + 4*MAXM + 2*NEST)
      DOUBLE PRECISION X(MAXM), Y(MAXM), Z(MAXM*MAXM), TX(NEST)
      DOUBLE PRECISION TY(NEST), C(NEST*NEST), WRK(LWRK), FP
      INTEGER IWRK(KWRK)
      READ (*,*) MX, MY
      DO 10 I = 1, MX
         X(I) = DBLE(I - 1) / DBLE(MX - 1)
   10 CONTINUE
      DO 20 J = 1, MY
         Y(J) = DBLE(J - 1) / DBLE(MY - 1)
   20 CONTINUE
      DO 40 I = 1, MX
         DO 30 J = 1, MY
            Z(MY*(I-1) + J) = SIN(3.0D0*X(I))*COS(4.0D0*Y(J))
   30    CONTINUE
   40 CONTINUE
      CALL REGRID (0, MX, X, MY, Y, Z, 0.0D0, 1.0D0, 0.0D0, 1.0D0, K, K,
     $             0.001D0, NEST, NEST, NX, TX, NY, TY, C, FP,
     $             WRK, LWRK, IWRK, KWRK, IER)
      IF (IER .GT. 0) STOP 1
      CALL BISPEV (TX, NX, TY, NY, C, K, K, X, MX, Y, MY, Z,
     $             WRK, LWRK, IWRK, KWRK, IER)
      WRITE (*,*) NX, NY, IER, Z(1)
      END
