      PROGRAM MCBALL
C     N points in a ball: random ones in the cube, until they lie inside.
      INTEGER N, SEED, I, TRIES, INNER
      REAL X, Y, Z, R2, DRAW
      READ *, N, SEED
      TRIES = 0
      INNER = 0
      DO 20 I = 1, N
   10    X = 2.0*DRAW(SEED) - 1.0
         Y = 2.0*DRAW(SEED) - 1.0
         Z = 2.0*DRAW(SEED) - 1.0
         TRIES = TRIES + 1
         R2 = X*X + Y*Y + Z*Z
         IF (R2 .GT. 1.0) GOTO 10
         IF (R2 .LT. 0.25) INNER = INNER + 1
   20 CONTINUE
      PRINT *, TRIES, INNER
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
