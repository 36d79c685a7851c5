C     How many steps Z = Z*Z + C stays within 2, for NX by NY values C of a window of the plane; at most MAXIT.
      SUBROUTINE ESCAPE (NX, NY, CORNER, STEP, MAXIT, KOUNT)
      INTEGER NX, NY, MAXIT, KOUNT(NX,NY), I, J, K
      COMPLEX*16 CORNER, C, Z
      DOUBLE PRECISION STEP
      DO 30 J = 1, NY
         DO 20 I = 1, NX
            C = CORNER + DCMPLX((I - 1)*STEP, (J - 1)*STEP)
            Z = (0.0D0, 0.0D0)
            DO 10 K = 1, MAXIT
               Z = Z*Z + C
               IF (DBLE(Z)**2 + DIMAG(Z)**2 .GT. 4.0D0) GO TO 15
   10       CONTINUE
            K = MAXIT
   15       KOUNT(I,J) = K
   20    CONTINUE
   30 CONTINUE
      END
