C     The root mean square difference of two series.
      PROGRAM TDRMSD
      INTEGER N, NUSE, IER
      DOUBLE PRECISION X(5000), Y(5000), D
      READ (*,*) N
      CALL VECTOR (N, X, 1)
      CALL VECTOR (N, Y, 2)
      CALL DRMSD (X, Y, N, 1.0D20, 1.0D20, D, NUSE, IER)
      WRITE (*,*) D, NUSE, IER
      END
