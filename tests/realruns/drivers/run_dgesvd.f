C     Singular values of a general matrix.
      PROGRAM TGESVD
      INTEGER LDA, LWORK, M, N, INFO
      PARAMETER (LDA = 60, LWORK = 40*LDA)
      DOUBLE PRECISION A(LDA,LDA), S(LDA), U(1,1), VT(1,1), WORK(LWORK)
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 5)
      CALL DGESVD ('N', 'N', M, N, A, LDA, S, U, 1, VT, 1,
     $             WORK, LWORK, INFO)
      WRITE (*,*) INFO, S(1), S(N)
      END
