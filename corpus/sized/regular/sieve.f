      PROGRAM SIEVE
C     Primes up to N: multiples of each prime are crossed out.
      INTEGER MAXN
      PARAMETER (MAXN = 400000)
      INTEGER N, I, J, COUNT
      LOGICAL CROSSD(MAXN)
      READ *, N
      DO 10 I = 1, N
         CROSSD(I) = .FALSE.
   10 CONTINUE
      I = 2
   20 IF (I*I .GT. N) GOTO 50
      IF (CROSSD(I)) GOTO 40
      J = I*I
   30 IF (J .LE. N) THEN
         CROSSD(J) = .TRUE.
         J = J + I
         GOTO 30
      END IF
   40 I = I + 1
      GOTO 20
   50 COUNT = 0
      DO 60 I = 2, N
         IF (.NOT. CROSSD(I)) COUNT = COUNT + 1
   60 CONTINUE
      PRINT *, COUNT
      END
