      PROGRAM WALKS
C     200 random walks, each until it has come N steps far.
      INTEGER N, SEED, WALK, AT, STEPS, BACK
      REAL DRAW
      READ *, N, SEED
      STEPS = 0
      BACK = 0
      DO 20 WALK = 1, 200
         AT = 0
   10    IF (DRAW(SEED) .LT. 0.5) THEN
            AT = AT - 1
         ELSE
            AT = AT + 1
         END IF
         STEPS = STEPS + 1
         IF (AT .EQ. 0) BACK = BACK + 1
         IF (ABS(AT) .LT. N) GOTO 10
   20 CONTINUE
      PRINT *, STEPS, BACK
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
