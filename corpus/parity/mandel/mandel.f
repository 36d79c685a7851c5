C     How many steps the points of a row stay within the circle of radius 2, at most MAXIT.
      SUBROUTINE MANDEL (N, X0, DX, CI, MAXIT, STEPS)
      INTEGER N, MAXIT, STEPS(0:N-1), I, IT
      DOUBLE PRECISION X0, DX, CI, CR, ZR, ZI, T
      DO 20 I = 0, N - 1
         CR = X0 + I*DX
         ZR = 0.0D0
         ZI = 0.0D0
         IT = 0
         DO WHILE (IT .LT. MAXIT .AND. ZR*ZR + ZI*ZI .LE. 4.0D0)
            T = ZR*ZR - ZI*ZI + CR
            ZI = 2.0D0*ZR*ZI + CI
            ZR = T
            IT = IT + 1
         END DO
         STEPS(I) = IT
   20 CONTINUE
      END
