C     Position of KEY in a list that may have no end mark, searched by jumps; -1 if it is not there.
      INTEGER FUNCTION LINSCH (N, A, KEY)
      INTEGER N, A(0:*), KEY, I
      I = 0
   10 IF (I .GE. N) GOTO 20
      IF (A(I) .EQ. KEY) GOTO 30
      I = I + 1
      GOTO 10
   20 I = -1
   30 LINSCH = I
      RETURN
      END
