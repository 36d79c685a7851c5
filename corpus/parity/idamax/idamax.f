C     Position of the first element of largest magnitude, counted from 0; -1 if there is none.
      INTEGER FUNCTION IDAMAX (N, X, INCX)
      INTEGER N, INCX, I, IX, BEST
      DOUBLE PRECISION X(0:*), BIG
      IF (N .LT. 1 .OR. INCX .LE. 0) THEN
         IDAMAX = -1
         RETURN
      END IF
      BEST = 0
      BIG = ABS(X(0))
      IX = INCX
      DO I = 1, N - 1
         IF (ABS(X(IX)) .GT. BIG) THEN
            BEST = I
            BIG = ABS(X(IX))
         END IF
         IX = IX + INCX
      END DO
      IDAMAX = BEST
      RETURN
      END
