C     Products of matrices and vectors.
      PROGRAM TBLAS2
      INTEGER LDA, M, N
      PARAMETER (LDA = 64)
      DOUBLE PRECISION A(LDA,LDA), X(LDA), Y(LDA)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL VECTOR (LDA, X, 1)
      CALL VECTOR (LDA, Y, 2)
      CALL DGEMV ('N', M, N, 1.0D0, A, LDA, X, 1, 1.0D0, Y, 1)
      CALL DGEMV ('T', M, N, 1.0D0, A, LDA, Y, 1, 0.0D0, X, 1)
      CALL DGER (M, N, 0.1D0, Y, 1, X, 1, A, LDA)
      CALL DSYMV ('U', N, 1.0D0, A, LDA, X, 1, 0.0D0, Y, 1)
      CALL DTRMV ('L', 'N', 'N', N, A, LDA, X, 1)
      CALL DSYR2 ('L', N, 0.5D0, X, 1, Y, 1, A, LDA)
      WRITE (*,*) A(1,1), X(1), Y(N)
      END
