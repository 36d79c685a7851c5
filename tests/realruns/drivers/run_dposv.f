C     Linear equations with a positive definite matrix.
      PROGRAM TDPOSV
      INTEGER LDA, N, NRHS, INFO
      PARAMETER (LDA = 120)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA)
      READ (*,*) N, NRHS
      CALL POSDEF (N, A, LDA)
      CALL DENSE (N, NRHS, B, LDA, 1)
      CALL DPOSV ('L', N, NRHS, A, LDA, B, LDA, INFO)
      WRITE (*,*) INFO, B(1,1)
      END
