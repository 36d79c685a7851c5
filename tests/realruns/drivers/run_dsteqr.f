C     Eigenvalues and eigenvectors of a tridiagonal matrix.
      PROGRAM TSTEQR
      INTEGER LDZ, N, I, INFO
      PARAMETER (LDZ = 100)
      DOUBLE PRECISION D(LDZ), E(LDZ), Z(LDZ,LDZ), WORK(2*LDZ)
      READ (*,*) N
      DO 10 I = 1, N
         D(I) = 2.0D0 + DBLE(MOD(I, 5))
         E(I) = -1.0D0
   10 CONTINUE
      CALL DSTEQR ('I', N, D, E, Z, LDZ, WORK, INFO)
      WRITE (*,*) INFO, D(1), D(N)
      END
