C     Area of the quarter circle with N random points.
      REAL FUNCTION MCAREA (N)
      INTEGER N, I, HITS
      REAL X, Y, UNIRAN
      HITS = 0
      DO I = 1, N
         X = UNIRAN()
         Y = UNIRAN()
         IF (X*X + Y*Y .GT. 1.0) CYCLE
         HITS = HITS + 1
      END DO
      MCAREA = 1.0*HITS/N
      RETURN
      END
C     The next random number between 0 and 1.
      REAL FUNCTION UNIRAN ()
      INTEGER SEED
      COMMON /RANDOM/ SEED
      SEED = MOD(SEED*1366 + 150889, 714025)
      UNIRAN = SEED/714025.0
      RETURN
      END
C     Starts the random numbers.
      SUBROUTINE SETRAN (START)
      INTEGER START, SEED
      COMMON /RANDOM/ SEED
      SEED = START
      END
