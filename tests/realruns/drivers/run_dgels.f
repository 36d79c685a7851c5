C     Least squares.
      PROGRAM TGELS
      INTEGER LDA, LWORK, M, N, INFO
      PARAMETER (LDA = 100, LWORK = 64*LDA)
      DOUBLE PRECISION A(LDA,LDA), B(LDA), WORK(LWORK)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL VECTOR (M, B, 1)
      CALL DGELS ('N', M, N, 1, A, LDA, B, LDA, WORK, LWORK, INFO)
      WRITE (*,*) INFO, B(1), B(N)
      END
