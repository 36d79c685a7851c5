      PROGRAM G1
      CHARACTER*20 ARG
      INTEGER N, I, IOS
      N = 2
      IF (IARGC() .LT. 1) THEN
         PRINT *, 'usage'
         STOP
      ENDIF
      CALL GETARG(1, ARG)
      READ (ARG, *, IOSTAT=IOS) N
      IF (IOS .NE. 0) STOP
      CALL GET_COMMAND_ARGUMENT(2, ARG)
      IF (ARG .EQ. '-v') THEN
         PRINT *, 'verbose'
      ENDIF
      DO 10 I = 1, N
         PRINT *, I
   10 CONTINUE
      END
