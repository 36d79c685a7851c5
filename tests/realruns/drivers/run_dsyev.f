C     All eigenvalues and eigenvectors of a symmetric matrix.
      PROGRAM TSYEV
      INTEGER LDA, LWORK, N, INFO
      PARAMETER (LDA = 100, LWORK = 40*LDA)
      DOUBLE PRECISION A(LDA,LDA), W(LDA), WORK(LWORK)
      READ (*,*) N
      CALL SYMMET (N, A, LDA)
      CALL DSYEV ('V', 'L', N, A, LDA, W, WORK, LWORK, INFO)
      WRITE (*,*) INFO, W(1), W(N)
      END
