C     Triangular systems with many right-hand sides.
      PROGRAM TTRSM
      INTEGER LDA, M, N
      PARAMETER (LDA = 64)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA)
      READ (*,*) M, N
      CALL POSDEF (LDA, A, LDA)
      CALL DENSE (LDA, LDA, B, LDA, 2)
      CALL DTRSM ('L', 'L', 'N', 'U', M, N, 1.0D0, A, LDA, B, LDA)
      CALL DTRSM ('L', 'U', 'T', 'N', M, N, 2.0D0, A, LDA, B, LDA)
      CALL DTRSM ('R', 'U', 'N', 'N', M, N, 1.0D0, A, LDA, B, LDA)
      WRITE (*,*) B(1,1), B(M,N)
      END
