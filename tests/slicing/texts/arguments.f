      PROGRAM D4
      CHARACTER*16 ARG
      CHARACTER*80 LINE
      INTEGER N, M, I, K, L, NARG
      LOGICAL VERB
      N = 3
      M = 1
      VERB = .FALSE.
      NARG = COMMAND_ARGUMENT_COUNT()
      I = 1
   10 IF (I .GT. NARG) GOTO 20
      CALL GET_COMMAND_ARGUMENT(I, ARG, L)
      IF (ARG(1:L) .EQ. '-n') THEN
         I = I + 1
         CALL GET_COMMAND_ARGUMENT(I, ARG)
         READ (ARG, '(I10)') N
      ELSE IF (ARG .EQ. '-v') THEN
         VERB = .TRUE.
      ELSE
         READ (ARG, *) M
      ENDIF
      I = I + 1
      GOTO 10
   20 DO 30 I = 1, N
         DO 30 K = 1, M
            IF (VERB) PRINT *, I, K
   30 CONTINUE
   40 READ (*, '(A)', END=50) LINE
      IF (LINE(1:1) .EQ. '#') GOTO 40
      L = INDEX(LINE, '=')
      IF (L .GT. 0) THEN
         READ (LINE(L+1:), *) K
         DO 45 I = 1, K
            PRINT *, LINE(1:L-1)
   45    CONTINUE
      ENDIF
      GOTO 40
   50 CONTINUE
      END
