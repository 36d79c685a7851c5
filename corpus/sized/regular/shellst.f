      PROGRAM SHELST
C     Shell sort of N numbers that are sorted already.
      INTEGER MAXN
      PARAMETER (MAXN = 200000)
      INTEGER N, I, J, GAP, A(MAXN), VALUE, MOVES
      READ *, N
      DO 10 I = 1, N
         A(I) = 3*I
   10 CONTINUE
      MOVES = 0
      GAP = N/2
   20 IF (GAP .LE. 0) GOTO 60
      DO 50 I = GAP + 1, N
         VALUE = A(I)
         J = I
   30    IF (J .LE. GAP) GOTO 40
         IF (A(J - GAP) .LE. VALUE) GOTO 40
         A(J) = A(J - GAP)
         J = J - GAP
         MOVES = MOVES + 1
         GOTO 30
   40    A(J) = VALUE
   50 CONTINUE
      GAP = GAP/2
      GOTO 20
   60 PRINT *, MOVES, A(N)
      END
