C     Eigenvalues of a symmetric tridiagonal matrix.
      PROGRAM TDSTRF
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 200)
      DOUBLE PRECISION D(LDA), E(LDA)
      READ (*,*) N
      CALL VECTOR (N, D, 1)
      CALL VECTOR (N, E, 2)
      CALL DSTERF (N, D, E, INFO)
      WRITE (*,*) INFO, D(1)
      END
