C     Marks the composite numbers up to N (MARK(I) = 1) and returns how many primes there are.
      INTEGER FUNCTION ERATOS (N, MARK)
      INTEGER N, MARK(0:N), I, J, NPRIME
      DO 10 I = 0, N
   10 MARK(I) = 0
      I = 2
      DO WHILE (I*I .LE. N)
         IF (MARK(I) .EQ. 0) THEN
            DO 20 J = I*I, N, I
   20       MARK(J) = 1
         END IF
         I = I + 1
      END DO
      NPRIME = 0
      DO 30 I = 2, N
         IF (MARK(I) .EQ. 0) NPRIME = NPRIME + 1
   30 CONTINUE
      ERATOS = NPRIME
      RETURN
      END
