C     A general linear system.
      PROGRAM TGESV
      INTEGER LDA, N, NRHS, INFO
      PARAMETER (LDA = 160)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA)
      INTEGER IPIV(LDA)
      READ (*,*) N, NRHS
      CALL DENSE (N, N, A, LDA, 1)
      CALL DENSE (N, NRHS, B, LDA, 2)
      CALL DGESV (N, NRHS, A, LDA, IPIV, B, LDA, INFO)
      WRITE (*,*) INFO, B(1,1), B(N,NRHS)
      END
