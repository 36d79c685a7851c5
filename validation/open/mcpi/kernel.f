C     Estimates pi from N random points in the unit square. ISEED: state of the generator, in and out.
      DOUBLE PRECISION FUNCTION PIMC (N, ISEED)
      INTEGER N, ISEED, I, INSIDE
      REAL UNIRAN, X, Y
      INSIDE = 0
      DO 10 I = 1, N
         X = UNIRAN(ISEED)
         Y = UNIRAN(ISEED)
         IF (X*X + Y*Y .LE. 1.0) INSIDE = INSIDE + 1
   10 CONTINUE
      PIMC = 4.0D0*INSIDE/N
      END

C     Minimal standard generator: 16807*I modulo 2**31 - 1, without overflow.
      REAL FUNCTION UNIRAN (ISEED)
      INTEGER ISEED, K
      K = ISEED/127773
      ISEED = 16807*(ISEED - K*127773) - 2836*K
      IF (ISEED .LT. 0) ISEED = ISEED + 2147483647
      UNIRAN = REAL(ISEED)*4.656612E-10
      END
