C     The inverse of a triangular matrix, and the product of its factors.
      PROGRAM TTRTRI
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 160)
      DOUBLE PRECISION A(LDA,LDA)
      READ (*,*) N
      CALL POSDEF (N, A, LDA)
      CALL DTRTRI ('U', 'N', N, A, LDA, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DLAUUM ('U', N, A, LDA, INFO)
      WRITE (*,*) INFO, A(1,1), A(N,N)
      END
