C     Symmetric rank-k updates of both triangles.
      PROGRAM TSYRK
      INTEGER LDA, N, K
      PARAMETER (LDA = 64)
      DOUBLE PRECISION A(LDA,LDA), C(LDA,LDA)
      READ (*,*) N, K
      CALL DENSE (LDA, LDA, A, LDA, 1)
      CALL DENSE (LDA, LDA, C, LDA, 3)
      CALL DSYRK ('U', 'N', N, K, 1.0D0, A, LDA, 1.0D0, C, LDA)
      CALL DSYRK ('L', 'T', N, K, 2.0D0, A, LDA, 0.0D0, C, LDA)
      WRITE (*,*) C(1,1), C(N,N)
      END
