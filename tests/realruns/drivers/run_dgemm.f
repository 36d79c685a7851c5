C     Matrix products, with and without transposition.
      PROGRAM TGEMM
      INTEGER LDA, M, N, K
      PARAMETER (LDA = 64)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA), C(LDA,LDA)
      READ (*,*) M, N, K
      CALL DENSE (LDA, LDA, A, LDA, 1)
      CALL DENSE (LDA, LDA, B, LDA, 2)
      CALL DENSE (LDA, LDA, C, LDA, 3)
      CALL DGEMM ('N', 'N', M, N, K, 1.0D0, A, LDA, B, LDA,
     $            0.0D0, C, LDA)
      CALL DGEMM ('T', 'N', M, N, K, 0.5D0, A, LDA, B, LDA,
     $            1.0D0, C, LDA)
      CALL DGEMM ('N', 'T', M, N, K, 2.0D0, A, LDA, B, LDA,
     $            0.5D0, C, LDA)
      WRITE (*,*) C(1,1), C(M,N)
      END
