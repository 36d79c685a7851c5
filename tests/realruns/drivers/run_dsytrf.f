C     Symmetric indefinite factorisation and solution.
      PROGRAM TSYTRF
      INTEGER LDA, LWORK, N, INFO
      PARAMETER (LDA = 128, LWORK = 64*LDA)
      DOUBLE PRECISION A(LDA,LDA), B(LDA), WORK(LWORK)
      INTEGER IPIV(LDA)
      READ (*,*) N
      CALL SYMMET (N, A, LDA)
      CALL VECTOR (N, B, 1)
      CALL DSYTRF ('L', N, A, LDA, IPIV, WORK, LWORK, INFO)
      CALL DSYTRS ('L', N, 1, A, LDA, IPIV, B, LDA, INFO)
      WRITE (*,*) INFO, B(1), B(N)
      END
