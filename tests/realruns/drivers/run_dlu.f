C     Factors of a matrix as three matrices.
      PROGRAM TDLU
      INTEGER LDA, M, N, K, INFO
      PARAMETER (LDA = 10000)
      DOUBLE PRECISION P(LDA), L(LDA), U(LDA), A(LDA)
      INTEGER PIV(100)
      READ (*,*) M, N
      CALL DENSE (M, N, A, M, 1)
      K = MIN(M, N)
      CALL DLU_C (P, L, U, A, M, N, K, PIV, INFO, 0, M)
      WRITE (*,*) INFO, U(1)
      END
