      SUBROUTINE SETUP
      INTEGER MMAX, NMAX, M, N, I, J
      PARAMETER (MMAX = 2110, NMAX = 2090)
      DOUBLE PRECISION A(MMAX,NMAX), B(NMAX,MMAX)
      COMMON /DATA/ A, B, M, N
      M = MMAX
      N = NMAX
      DO 20 J = 1, N
         DO 10 I = 1, M
            A(I,J) = 1.0D0 + MOD(3*I + J, 17)/17.0D0
            B(J,I) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MMAX, NMAX, M, N, ISEED
      PARAMETER (MMAX = 2110, NMAX = 2090)
      DOUBLE PRECISION A(MMAX,NMAX), B(NMAX,MMAX)
      COMMON /DATA/ A, B, M, N
      A(1,1) = 1.0D0 + MOD(ISEED, 100)/100.0D0
      END

      SUBROUTINE ONCE
      INTEGER MMAX, NMAX, M, N
      PARAMETER (MMAX = 2110, NMAX = 2090)
      DOUBLE PRECISION A(MMAX,NMAX), B(NMAX,MMAX)
      COMMON /DATA/ A, B, M, N
      CALL TRNSPS (M, N, A, B)
      END

C     a sample, weighted so that a transposition matters
      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MMAX, NMAX, M, N, I
      PARAMETER (MMAX = 2110, NMAX = 2090)
      DOUBLE PRECISION A(MMAX,NMAX), B(NMAX,MMAX)
      COMMON /DATA/ A, B, M, N
      CHECK = 0.0D0
      DO 10 I = 1, N
         CHECK = CHECK + I*B(I,1) + B(1,I)
   10 CONTINUE
      END
