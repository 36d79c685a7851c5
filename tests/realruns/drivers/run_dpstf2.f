C     Cholesky factors with complete pivoting.
      PROGRAM TDPSTF
      INTEGER LDA, N, INFO, IRANK
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA), WORK(2*LDA)
      INTEGER IPIV(LDA)
      READ (*,*) N
      CALL POSDEF (N, A, LDA)
      CALL DPSTF2 ('U', N, A, LDA, IPIV, IRANK, -1.0D0, WORK, INFO)
      WRITE (*,*) INFO, IRANK
      END
