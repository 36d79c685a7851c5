C     A taper of a series of numbers.
      PROGRAM TDTAPE
      INTEGER N
      DOUBLE PRECISION X(5000), XT(5000)
      READ (*,*) N
      CALL VECTOR (N, X, 1)
      CALL DTAPER (X, N, 0.1D0, XT, 0)
      WRITE (*,*) XT(1)
      END
