C     Where KEY stands in the sorted A(0), ..., A(N-1), or -1.
      INTEGER FUNCTION BSEARC (N, A, KEY)
      INTEGER N, A(0:N-1), KEY, LO, HI, MID
      LO = 0
      HI = N - 1
      DO WHILE (LO .LE. HI)
         MID = (LO + HI)/2
         IF (A(MID) .EQ. KEY) THEN
            BSEARC = MID
            RETURN
         END IF
         IF (A(MID) .LT. KEY) THEN
            LO = MID + 1
         ELSE
            HI = MID - 1
         END IF
      END DO
      BSEARC = -1
      RETURN
      END
