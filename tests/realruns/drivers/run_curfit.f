C     A smoothing spline through points of a curve, and its values.
      PROGRAM TCURFI
      INTEGER MAXM, K, NEST, LWRK, M, I, N, IER
      PARAMETER (MAXM = 200, K = 3, NEST = MAXM + K + 1)
      PARAMETER (LWRK = MAXM*(K + 1) + NEST*(7 + 3*K))
      DOUBLE PRECISION X(MAXM), Y(MAXM), W(MAXM), T(NEST), C(NEST)
      DOUBLE PRECISION WRK(LWRK), FP, V(MAXM)
      INTEGER IWRK(NEST)
      READ (*,*) M
      DO 10 I = 1, M
         X(I) = DBLE(I - 1) / DBLE(M - 1)
         Y(I) = SIN(6.0D0*X(I)) + 0.05D0*DBLE(MOD(I*7, 5) - 2)
         W(I) = 1.0D0
   10 CONTINUE
      CALL CURFIT (0, M, X, Y, W, X(1), X(M), K, 0.002D0*DBLE(M), NEST,
     $             N, T, C, FP, WRK, LWRK, IWRK, IER)
      IF (IER .GT. 0) STOP 1
      CALL SPLEV (T, N, C, K, X, V, M, 0, IER)
      WRITE (*,*) N, IER, V(1), V(M)
      END
