C     Unblocked Cholesky factorisation of both triangles.
      PROGRAM TPOTF2
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 160)
      DOUBLE PRECISION A(LDA,LDA)
      READ (*,*) N
      CALL POSDEF (N, A, LDA)
      CALL DPOTF2 ('U', N, A, LDA, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL POSDEF (N, A, LDA)
      CALL DPOTF2 ('L', N, A, LDA, INFO)
      WRITE (*,*) INFO, A(1,1), A(N,N)
      END
