C     QR factorisation, and the orthogonal factor.
      PROGRAM TGEQRF
      INTEGER LDA, LWORK, M, N, INFO
      PARAMETER (LDA = 160, LWORK = 32*LDA)
      DOUBLE PRECISION A(LDA,LDA), TAU(LDA), WORK(LWORK)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      CALL DGEQRF (M, N, A, LDA, TAU, WORK, LWORK, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DORGQR (M, N, N, A, LDA, TAU, WORK, LWORK, INFO)
      WRITE (*,*) INFO, A(1,1), A(M,N)
      END
