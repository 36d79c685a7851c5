C     Pressures P at M points (D, E) from a table of NX by NY values, bilinear; points outside take the value at the edge.
C     The table is in single, the points are in double precision. NOUT: how many points were outside.
      SUBROUTINE EOSTAB (NX, NY, DMIN, DSTEP, EMIN, ESTEP, TABLE,
     &   M, D, E, P, NOUT)
      INTEGER NX, NY, M, NOUT, K, I, J
      REAL TABLE(NX,NY)
      DOUBLE PRECISION DMIN, DSTEP, EMIN, ESTEP, D(M), E(M), P(M)
      DOUBLE PRECISION X, Y, FX, FY
      NOUT = 0
      DO 10 K = 1, M
         X = (D(K) - DMIN)/DSTEP
         Y = (E(K) - EMIN)/ESTEP
         I = INT(X) + 1
         J = INT(Y) + 1
         FX = X - (I - 1)
         FY = Y - (J - 1)
         IF (X .LT. 0.0D0) THEN
            I = 1
            FX = 0.0D0
            NOUT = NOUT + 1
         ELSE IF (I .GE. NX) THEN
            I = NX - 1
            FX = 1.0D0
            NOUT = NOUT + 1
         END IF
         IF (Y .LT. 0.0D0) THEN
            J = 1
            FY = 0.0D0
            NOUT = NOUT + 1
         ELSE IF (J .GE. NY) THEN
            J = NY - 1
            FY = 1.0D0
            NOUT = NOUT + 1
         END IF
         P(K) = (1.0D0 - FY)*((1.0D0 - FX)*TABLE(I,J)
     &      + FX*TABLE(I+1,J)) + FY*((1.0D0 - FX)*TABLE(I,J+1)
     &      + FX*TABLE(I+1,J+1))
   10 CONTINUE
      END
