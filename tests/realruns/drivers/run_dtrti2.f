C     The inverse of a triangular matrix, without blocks.
      PROGRAM TDTRT2
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA)
      READ (*,*) N
      CALL POSDEF (N, A, LDA)
      CALL DTRTI2 ('U', 'N', N, A, LDA, INFO)
      WRITE (*,*) INFO, A(1,1)
      END
