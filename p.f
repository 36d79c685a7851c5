      PROGRAM P
      INTEGER KEY(9)
      DO 10 I = 1, 9
   10 KEY(I) = MOD(I*I*I, 11)
      DO 20 I = 1, 9
      IF (KEY(I) .EQ. 4) GOTO 30
      X = X + 1
   20 CONTINUE
   30 END
