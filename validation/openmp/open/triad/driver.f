      SUBROUTINE SETUP
      INTEGER NMAX, N, I
      PARAMETER (NMAX = 3000000)
      DOUBLE PRECISION A(NMAX), B(NMAX), C(NMAX), S
      COMMON /DATA/ A, B, C, S, N
      N = NMAX
      DO 10 I = 1, N
         A(I) = 0.0D0
         B(I) = 1.0D0 + MOD(I, 7)/7.0D0
         C(I) = 1.0D0 + MOD(I, 11)/11.0D0
   10 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NMAX, N, ISEED
      PARAMETER (NMAX = 3000000)
      DOUBLE PRECISION A(NMAX), B(NMAX), C(NMAX), S
      COMMON /DATA/ A, B, C, S, N
      S = 0.5D0 + MOD(ISEED, 100)/100.0D0
      END

      SUBROUTINE ONCE
      INTEGER NMAX, N
      PARAMETER (NMAX = 3000000)
      DOUBLE PRECISION A(NMAX), B(NMAX), C(NMAX), S
      COMMON /DATA/ A, B, C, S, N
      CALL TRIAD (N, S, A, B, C)
      END

C     a sample, so that checking takes less time than the work
      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NMAX, N, I
      PARAMETER (NMAX = 3000000)
      DOUBLE PRECISION A(NMAX), B(NMAX), C(NMAX), S
      COMMON /DATA/ A, B, C, S, N
      CHECK = 0.0D0
      DO 10 I = 1, N, 1001
         CHECK = CHECK + A(I)
   10 CONTINUE
      END
