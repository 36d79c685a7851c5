C     Factors of a tridiagonal matrix less a number.
      PROGRAM TDLGTF
      INTEGER LDA, N, INFO, IN(500)
      PARAMETER (LDA = 500)
      DOUBLE PRECISION A(LDA), B(LDA), C(LDA), D(LDA)
      READ (*,*) N
      CALL VECTOR (N, A, 1)
      CALL VECTOR (N, B, 2)
      CALL VECTOR (N, C, 3)
      CALL DLAGTF (N, A, 0.5D0, B, C, 0.0D0, D, IN, INFO)
      WRITE (*,*) INFO, A(1)
      END
