C     Factors of a general matrix, without blocks.
      PROGRAM TDGTF2
      INTEGER LDA, M, N, INFO
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA)
      INTEGER IPIV(LDA)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL DGETF2 (M, N, A, LDA, IPIV, INFO)
      WRITE (*,*) INFO, A(1,1)
      END
