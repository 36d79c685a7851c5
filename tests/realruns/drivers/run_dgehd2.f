C     A matrix in Hessenberg form, one column at a time.
      PROGRAM TDGEHD
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA), TAU(LDA), WORK(LDA)
      READ (*,*) N
      CALL DENSE (N, N, A, LDA, 1)
      CALL DGEHD2 (N, 1, N, A, LDA, TAU, WORK, INFO)
      WRITE (*,*) INFO, A(1,1)
      END
