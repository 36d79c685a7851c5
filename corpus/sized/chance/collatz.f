      PROGRAM COLLTZ
C     Collatz sequences of N random numbers up to 10 N, and their records.
      INTEGER N, SEED, I, M, LENGTH, BEST, RECORD
      REAL DRAW
      READ *, N, SEED
      BEST = 0
      RECORD = 0
      DO 20 I = 1, N
         M = INT(10.0*N*DRAW(SEED)) + 1
         LENGTH = 0
   10    IF (M .NE. 1) THEN
            IF (MOD(M, 2) .EQ. 0) THEN
               M = M/2
            ELSE
               M = (3*M + 1)/2
            END IF
            LENGTH = LENGTH + 1
            GOTO 10
         END IF
         IF (LENGTH .GT. BEST) THEN
            BEST = LENGTH
            RECORD = RECORD + 1
         END IF
   20 CONTINUE
      PRINT *, BEST, RECORD
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
