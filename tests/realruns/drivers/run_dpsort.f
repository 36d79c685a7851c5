C     Sorting by a permutation.
      PROGRAM TDPSRT
      INTEGER N, IER, IPERM(20000)
      DOUBLE PRECISION X(20000)
      READ (*,*) N
      CALL VECTOR (N, X, 1)
      CALL DPSORT (X, N, IPERM, 1, IER)
      WRITE (*,*) IER, IPERM(1)
      END
