C     QR factors of a matrix, without blocks.
      PROGRAM TDGQR2
      INTEGER LDA, M, N, INFO
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA), TAU(LDA), WORK(LDA)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL DGEQR2 (M, N, A, LDA, TAU, WORK, INFO)
      WRITE (*,*) INFO, A(1,1)
      END
