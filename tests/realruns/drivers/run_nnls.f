C     Least squares with variables that may not be negative.
      PROGRAM TNNLS
      INTEGER LDA, M, N, MODE
      PARAMETER (LDA = 80)
      DOUBLE PRECISION A(LDA,LDA), B(LDA), X(LDA), W(LDA), ZZ(LDA)
      DOUBLE PRECISION RNORM
      INTEGER INDEX(LDA)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL VECTOR (M, B, 2)
      CALL NNLS (A, LDA, M, N, B, X, RNORM, W, ZZ, INDEX, MODE, 3*N)
      WRITE (*,*) MODE, RNORM
      END
