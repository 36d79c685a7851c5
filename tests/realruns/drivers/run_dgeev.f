C     Eigenvalues of a general matrix.
      PROGRAM TGEEV
      INTEGER LDA, LWORK, N, INFO
      PARAMETER (LDA = 60, LWORK = 40*LDA)
      DOUBLE PRECISION A(LDA,LDA), WR(LDA), WI(LDA), VL(1,1), VR(1,1)
      DOUBLE PRECISION WORK(LWORK)
      READ (*,*) N
      CALL DENSE (N, N, A, LDA, 5)
      CALL DGEEV ('N', 'N', N, A, LDA, WR, WI, VL, 1, VR, 1,
     $            WORK, LWORK, INFO)
      WRITE (*,*) INFO, WR(1), WI(N)
      END
