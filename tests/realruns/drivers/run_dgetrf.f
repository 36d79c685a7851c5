C     Blocked and unblocked LU factorisation, and a solution with the factors.
      PROGRAM TGETRF
      INTEGER LDA, N, NRHS, INFO
      PARAMETER (LDA = 160)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA)
      INTEGER IPIV(LDA)
      READ (*,*) N, NRHS
      CALL DENSE (N, N, A, LDA, 1)
      CALL DENSE (N, NRHS, B, LDA, 2)
      CALL DGETF2 (N, N, A, LDA, IPIV, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DENSE (N, N, A, LDA, 1)
      CALL DGETRF (N, N, A, LDA, IPIV, INFO)
      IF (INFO .NE. 0) STOP 2
      CALL DGETRS ('N', N, NRHS, A, LDA, IPIV, B, LDA, INFO)
      WRITE (*,*) A(1,1), B(N,NRHS)
      END
