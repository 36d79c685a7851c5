      PROGRAM BUBREV
C     Bubble sort of N reversed numbers, until a pass changes nothing.
      INTEGER MAXN
      PARAMETER (MAXN = 2000)
      INTEGER N, I, A(MAXN), KEEP, PASSES
      LOGICAL SORTED
      READ *, N
      DO 10 I = 1, N
         A(I) = N - I
   10 CONTINUE
      PASSES = 0
   20 SORTED = .TRUE.
      DO 30 I = 1, N - 1
         IF (A(I) .GT. A(I + 1)) THEN
            KEEP = A(I)
            A(I) = A(I + 1)
            A(I + 1) = KEEP
            SORTED = .FALSE.
         END IF
   30 CONTINUE
      PASSES = PASSES + 1
      IF (.NOT. SORTED) GOTO 20
      PRINT *, PASSES, A(1), A(N)
      END
