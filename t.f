      PROGRAM T
      READ (*,*) N
      M = N
    5 IF (M .GT. 10) THEN
      M = M/2
      GOTO 5
      END IF
      DO 10 I = 1, N
      CALL S(M)
   10 CONTINUE
      END
      SUBROUTINE S(M)
      IF (M .GT. 3) STOP
      END
