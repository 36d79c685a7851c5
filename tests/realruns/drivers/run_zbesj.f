C     Bessel functions of several orders.
      PROGRAM TZBESJ
      INTEGER N, M, NZ, IERR, I
      DOUBLE PRECISION CYR(100), CYI(100)
      READ (*,*) N, M
      DO 10 I = 1, M
         CALL ZBESJ (0.7D0*I, 0.1D0*I, 0.5D0, 1, N, CYR, CYI, NZ, IERR)
   10 CONTINUE
      WRITE (*,*) NZ, IERR, CYR(1)
      END
