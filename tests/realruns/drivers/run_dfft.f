C     Fourier coefficients of a real sequence, there and back.
      PROGRAM TDFFT
      INTEGER LDA, N
      PARAMETER (LDA = 1000)
      DOUBLE PRECISION X(LDA), W(3*LDA)
      READ (*,*) N
      CALL VECTOR (N, X, 1)
      CALL DFFTI (N, W)
      CALL DFFTF (N, X, W)
      CALL DFFTB (N, X, W)
      WRITE (*,*) X(1)
      END
