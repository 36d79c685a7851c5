      PROGRAM BRSTAT
C     Classes, records, runs and outliers among N random numbers.
      INTEGER N, SEED, I, LOW, MIDDLE, HIGH, RECORD, RUN, LONGST, FAR
      REAL X, LAST, BEST, MEAN, DRAW
      READ *, N, SEED
      LOW = 0
      MIDDLE = 0
      HIGH = 0
      RECORD = 0
      RUN = 0
      LONGST = 0
      FAR = 0
      LAST = 0.0
      BEST = -1.0
      MEAN = 0.0
      DO 10 I = 1, N
         X = DRAW(SEED)*DRAW(SEED)
         MEAN = MEAN + (X - MEAN)/I
         IF (X .LT. 0.1) THEN
            LOW = LOW + 1
         ELSE IF (X .LT. 0.5) THEN
            MIDDLE = MIDDLE + 1
         ELSE
            HIGH = HIGH + 1
         END IF
         IF (X .GT. BEST) THEN
            BEST = X
            RECORD = RECORD + 1
         END IF
         IF (X .GT. LAST) THEN
            RUN = RUN + 1
            IF (RUN .GT. LONGST) LONGST = RUN
         ELSE
            RUN = 0
         END IF
         IF (X .GT. 3.5*MEAN) FAR = FAR + 1
         LAST = X
   10 CONTINUE
      PRINT *, LOW, MIDDLE, HIGH, RECORD, LONGST, FAR
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
