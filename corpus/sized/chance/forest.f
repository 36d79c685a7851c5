      PROGRAM FOREST
C     A wood of N by N places, 55 in 100 with a tree; fire comes from the left.
      INTEGER MAXN
      PARAMETER (MAXN = 400)
      INTEGER N, SEED, I, J, K, TOP, BURNT
      INTEGER TREE(0:MAXN+1,0:MAXN+1), ROW(MAXN*MAXN), COL(MAXN*MAXN)
      INTEGER DI(4), DJ(4)
      REAL DRAW
      DATA DI /1, -1, 0, 0/, DJ /0, 0, 1, -1/
      READ *, N, SEED
      DO 10 J = 0, N + 1
         DO 10 I = 0, N + 1
            TREE(I,J) = 0
            IF (I .GE. 1 .AND. I .LE. N .AND. J .GE. 1 .AND. J .LE. N)
     &      THEN
               IF (DRAW(SEED) .LT. 0.55) TREE(I,J) = 1
            END IF
   10 CONTINUE
      TOP = 0
      BURNT = 0
      DO 20 I = 1, N
         IF (TREE(I,1) .EQ. 1) CALL PUSH(I, 1, TREE, ROW, COL, TOP)
   20 CONTINUE
   30 IF (TOP .EQ. 0) GOTO 50
         I = ROW(TOP)
         J = COL(TOP)
         TOP = TOP - 1
         BURNT = BURNT + 1
         DO 40 K = 1, 4
            IF (TREE(I + DI(K),J + DJ(K)) .EQ. 1)
     &         CALL PUSH(I + DI(K), J + DJ(K), TREE, ROW, COL, TOP)
   40    CONTINUE
      GOTO 30
   50 PRINT *, BURNT
      END
      SUBROUTINE PUSH(I, J, TREE, ROW, COL, TOP)
      INTEGER MAXN
      PARAMETER (MAXN = 400)
      INTEGER I, J, TREE(0:MAXN+1,0:MAXN+1), ROW(*), COL(*), TOP
      TOP = TOP + 1
      ROW(TOP) = I
      COL(TOP) = J
      TREE(I,J) = 2
      END
      REAL FUNCTION DRAW(SEED)
C     Multiplicative generator modulo 2**31 - 1, without overflow.
      INTEGER SEED, K
      K = SEED/127773
      SEED = 16807*(SEED - K*127773) - 2836*K
      IF (SEED .LT. 0) SEED = SEED + 2147483647
      DRAW = SEED*4.656612E-10
      END
