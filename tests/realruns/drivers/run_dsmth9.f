C     Smoothing of a field by nine points.
      PROGRAM TDSMTH
      INTEGER NI, NJ, IER
      DOUBLE PRECISION X(100*100), W(100*100)
      READ (*,*) NI, NJ
      CALL DENSE (NI, NJ, X, NI, 1)
      CALL DSMTH9 (X, W, NI, NJ, 0.5D0, 0.25D0, 1.0D20, .TRUE., IER)
      WRITE (*,*) IER, X(1)
      END
