C     Length of the longest common subsequence of two texts, by dynamic programming with one row.
      INTEGER FUNCTION LCSLEN (M, A, N, B, ROW)
      INTEGER M, N, ROW(0:N), I, J, LAST, KEEP
      CHARACTER*1 A(M), B(N)
      DO 10 J = 0, N
         ROW(J) = 0
   10 CONTINUE
      DO 30 I = 1, M
         LAST = 0
         DO 20 J = 1, N
            KEEP = ROW(J)
            IF (A(I) .EQ. B(J)) THEN
               ROW(J) = LAST + 1
            ELSE IF (ROW(J-1) .GT. ROW(J)) THEN
               ROW(J) = ROW(J-1)
            END IF
            LAST = KEEP
   20    CONTINUE
   30 CONTINUE
      LCSLEN = ROW(N)
      END
