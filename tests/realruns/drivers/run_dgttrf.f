C     Factors of a tridiagonal matrix with pivoting.
      PROGRAM TDGTTF
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 500)
      DOUBLE PRECISION DL(LDA), D(LDA), DU(LDA), DU2(LDA), B(LDA)
      INTEGER IPIV(LDA)
      READ (*,*) N
      CALL VECTOR (N, DL, 1)
      CALL VECTOR (N, D, 2)
      CALL VECTOR (N, DU, 3)
      CALL VECTOR (N, B, 4)
      CALL DGTTRF (N, DL, D, DU, DU2, IPIV, INFO)
      CALL DGTTRS ('N', N, 1, DL, D, DU, DU2, IPIV, B, LDA, INFO)
      WRITE (*,*) INFO, B(1)
      END
