      SUBROUTINE SETUP
      INTEGER NMAX, N
      PARAMETER (NMAX = 4000)
      DOUBLE PRECISION A(NMAX)
      COMMON /DATA/ A, N
      N = NMAX
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NMAX, N, ISEED, I, IX
      PARAMETER (NMAX = 4000)
      DOUBLE PRECISION A(NMAX), DRAW
      COMMON /DATA/ A, N
      IX = MOD(ISEED, 20000)*100003 + 29
      DO 10 I = 1, N
         A(I) = DRAW(IX)
   10 CONTINUE
      END

C     uniform in (0, 1): multiplicative congruential generator modulo 2**31 - 1
      DOUBLE PRECISION FUNCTION DRAW (IX)
      INTEGER IX, IQ
      IQ = IX/127773
      IX = 16807*(IX - IQ*127773) - 2836*IQ
      IF (IX .LE. 0) IX = IX + 2147483647
      DRAW = IX/2147483647.0D0
      END

      SUBROUTINE ONCE
      INTEGER NMAX, N
      PARAMETER (NMAX = 4000)
      DOUBLE PRECISION A(NMAX)
      COMMON /DATA/ A, N
      CALL HPSORT (N, A)
      END

C     every element weighs by its place, and every pair in the wrong order costs 1000
      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NMAX, N, I
      PARAMETER (NMAX = 4000)
      DOUBLE PRECISION A(NMAX)
      COMMON /DATA/ A, N
      CHECK = 0.0D0
      DO 10 I = 1, N
         CHECK = CHECK + I*A(I)
         IF (I .GT. 1) THEN
            IF (A(I-1) .GT. A(I)) CHECK = CHECK + 1000.0D0
         END IF
   10 CONTINUE
      END
