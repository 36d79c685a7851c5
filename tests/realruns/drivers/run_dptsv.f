C     Linear equations with a positive definite tridiagonal matrix.
      PROGRAM TDPTSV
      INTEGER LDA, N, NRHS, INFO, I
      PARAMETER (LDA = 500)
      DOUBLE PRECISION D(LDA), E(LDA), B(LDA,5)
      READ (*,*) N, NRHS
      DO 10 I = 1, N
         D(I) = 4.0D0 + DBLE(MOD(I, 3))
         E(I) = 1.0D0
   10 CONTINUE
      CALL DENSE (N, NRHS, B, LDA, 1)
      CALL DPTSV (N, NRHS, D, E, B, LDA, INFO)
      WRITE (*,*) INFO, B(1,1)
      END
