C     QSORT - PARTITION SORT WITH AN EXPLICIT STACK OF OPEN PIECES,
C     BINARY SEARCH AND MEDIAN.  SEVERAL BACKWARD JUMPS
C     SHARE ONE TARGET, LOOPS HAVE MORE THAN ONE EXIT.
      PROGRAM QSORT
      INTEGER NMAX, NKEYS
      PARAMETER (NMAX = 800, NKEYS = 4)
      INTEGER KEY(NMAX), KEYS(NKEYS), N, K, NCMP, NHIT, LOCATE, IPOS
      COMMON /COUNT/ NCMP
      DATA KEYS /0, 17, 501, 997/
C
      N = 100
   10 CALL SHUFFL (N, KEY)
      NCMP = 0
      CALL QUICK (N, KEY)
      NHIT = 0
      DO 20 K = 1, NKEYS
         IPOS = LOCATE(N, KEY, KEYS(K))
         IF (IPOS .GT. 0) NHIT = NHIT + 1
   20 CONTINUE
      WRITE (*,100) N, NCMP, KEY(1), KEY((N+1)/2), KEY(N), NHIT
      N = 2*N
      IF (N .LE. NMAX) GOTO 10
  100 FORMAT (' N', I5, '  COMPARISONS', I7, '  MIN', I4, '  MEDIAN',
     1        I4, '  MAX', I4, '  KEYS FOUND', I2)
      END
C
C     REPRODUCIBLE DISORDER
      SUBROUTINE SHUFFL (N, KEY)
      INTEGER N, KEY(N), I, NOW
      NOW = 1
      DO 10 I = 1, N
         NOW = MOD(421*NOW + 1663, 7875)
         KEY(I) = MOD(NOW, 1000)
   10 CONTINUE
      END
C
C     TRUE IF A COMES AFTER B, COUNTS ITS CALLS
      LOGICAL FUNCTION AFTER (A, B)
      INTEGER A, B, NCMP
      COMMON /COUNT/ NCMP
      NCMP = NCMP + 1
      AFTER = A .GT. B
      END
C
C     QUICK SORT WITH AN EXPLICIT STACK OF OPEN PIECES
      SUBROUTINE QUICK (N, KEY)
      INTEGER N, KEY(N), LO(40), HI(40), NOPEN, L, R, I, J, T, MID
      LOGICAL AFTER
      NOPEN = 1
      LO(1) = 1
      HI(1) = N
   10 IF (NOPEN .EQ. 0) RETURN
      L = LO(NOPEN)
      R = HI(NOPEN)
      NOPEN = NOPEN - 1
   20 IF (L .GE. R) GOTO 10
      MID = KEY((L+R)/2)
      I = L
      J = R
   30 IF (AFTER(MID,KEY(I))) THEN
         I = I + 1
         GOTO 30
      END IF
   40 IF (AFTER(KEY(J),MID)) THEN
         J = J - 1
         GOTO 40
      END IF
      IF (I .LE. J) THEN
         T = KEY(I)
         KEY(I) = KEY(J)
         KEY(J) = T
         I = I + 1
         J = J - 1
      END IF
      IF (I .LE. J) GOTO 30
C     KEEP THE LARGER PIECE FOR LATER, GO ON WITH THE SMALLER ONE
      NOPEN = NOPEN + 1
      IF (J-L .LT. R-I) THEN
         LO(NOPEN) = I
         HI(NOPEN) = R
         R = J
      ELSE
         LO(NOPEN) = L
         HI(NOPEN) = J
         L = I
      END IF
      GOTO 20
      END
C
C     BINARY SEARCH, 0 IF THE KEY IS ABSENT
      INTEGER FUNCTION LOCATE (N, KEY, K)
      INTEGER N, KEY(N), K, L, R, M
      L = 1
      R = N
      LOCATE = 0
   10 IF (L .GT. R) RETURN
      M = (L + R)/2
      IF (KEY(M) - K) 20, 30, 40
   20 L = M + 1
      GOTO 10
   40 R = M - 1
      GOTO 10
   30 LOCATE = M
      END
