C     Cholesky factorisation and solution.
      PROGRAM TPOTRF
      INTEGER LDA, N, NRHS, INFO
      PARAMETER (LDA = 160)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA)
      READ (*,*) N, NRHS
      CALL POSDEF (N, A, LDA)
      CALL DENSE (N, NRHS, B, LDA, 2)
      CALL DPOTRF ('L', N, A, LDA, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DPOTRS ('L', N, NRHS, A, LDA, B, LDA, INFO)
      WRITE (*,*) A(1,1), B(N,NRHS)
      END
