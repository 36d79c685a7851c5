      PROGRAM SEARCH
C     Binary search for every one of N keys, and for what lies between.
      INTEGER MAXN
      PARAMETER (MAXN = 100000)
      INTEGER N, I, KEY(MAXN), WHERE, HITS
      READ *, N
      DO 10 I = 1, N
         KEY(I) = 2*I
   10 CONTINUE
      HITS = 0
      DO 20 I = 1, 2*N
         IF (WHERE(KEY, N, I) .GT. 0) HITS = HITS + 1
   20 CONTINUE
      PRINT *, HITS
      END
      INTEGER FUNCTION WHERE(KEY, N, WANTED)
      INTEGER N, KEY(N), WANTED, LOW, HIGH, MID
      LOW = 1
      HIGH = N
   10 IF (LOW .GT. HIGH) THEN
         WHERE = 0
         RETURN
      END IF
      MID = (LOW + HIGH)/2
      IF (KEY(MID) .EQ. WANTED) THEN
         WHERE = MID
         RETURN
      ELSE IF (KEY(MID) .LT. WANTED) THEN
         LOW = MID + 1
      ELSE
         HIGH = MID - 1
      END IF
      GOTO 10
      END
