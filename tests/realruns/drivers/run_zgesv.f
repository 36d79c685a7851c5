C     A complex linear system.
      PROGRAM TZGESV
      INTEGER LDA, N, NRHS, INFO
      PARAMETER (LDA = 100)
      COMPLEX*16 A(LDA,LDA), B(LDA,LDA)
      INTEGER IPIV(LDA)
      READ (*,*) N, NRHS
      CALL ZDENSE (N, N, A, LDA, 1)
      CALL ZDENSE (N, NRHS, B, LDA, 2)
      CALL ZGESV (N, NRHS, A, LDA, IPIV, B, LDA, INFO)
      WRITE (*,*) INFO, B(1,1)
      END
