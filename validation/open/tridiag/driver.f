      SUBROUTINE SETUP
      INTEGER NMAX, N
      PARAMETER (NMAX = 90)
      DOUBLE PRECISION U(NMAX,NMAX), D(NMAX), W(NMAX), R
      COMMON /DATA/ U, D, W, R, N
      N = NMAX
      R = 0.4D0
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NMAX, N, ISEED, I, J
      PARAMETER (NMAX = 90)
      DOUBLE PRECISION U(NMAX,NMAX), D(NMAX), W(NMAX), R
      COMMON /DATA/ U, D, W, R, N
      DO J = 1, N
         DO I = 1, N
            U(I,J) = 1.0D0 + MOD(I*J + ISEED, 17)/17.0D0
         END DO
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NMAX, N
      PARAMETER (NMAX = 90)
      DOUBLE PRECISION U(NMAX,NMAX), D(NMAX), W(NMAX), R
      COMMON /DATA/ U, D, W, R, N
      CALL ADISTP (N, U, R, D, W)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NMAX, N, I, J
      PARAMETER (NMAX = 90)
      DOUBLE PRECISION U(NMAX,NMAX), D(NMAX), W(NMAX), R
      COMMON /DATA/ U, D, W, R, N
      CHECK = 0.0D0
      DO J = 1, N
         DO I = 1, N
            CHECK = CHECK + U(I,J)
         END DO
      END DO
      END
