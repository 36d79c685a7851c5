      PROGRAM ANNEAL
C     A ring of N spins with random bonds, cooled down slowly.
      INTEGER MAXN
      PARAMETER (MAXN = 5000)
      INTEGER N, SEED, I, K, SWEEP, S(0:MAXN), TAKEN
      REAL BOND(0:MAXN), T, GAIN, DRAW
      READ *, N, SEED
      DO 10 I = 0, N - 1
         S(I) = 1
         BOND(I) = DRAW(SEED) - 0.5
   10 CONTINUE
      TAKEN = 0
      T = 1.0
      DO 30 SWEEP = 1, 40
         DO 20 K = 1, N
            I = MIN(N - 1, INT(N*DRAW(SEED)))
            GAIN = -2.0*S(I)*(BOND(I)*S(MOD(I + 1, N))
     &             + BOND(MOD(I + N - 1, N))*S(MOD(I + N - 1, N)))
            IF (GAIN .GE. 0.0) THEN
               S(I) = -S(I)
               TAKEN = TAKEN + 1
            ELSE IF (DRAW(SEED) .LT. EXP(GAIN/T)) THEN
               S(I) = -S(I)
               TAKEN = TAKEN + 1
            END IF
   20    CONTINUE
         T = 0.9*T
   30 CONTINUE
      PRINT *, TAKEN
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
