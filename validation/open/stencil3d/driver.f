      SUBROUTINE SETUP
      INTEGER NMAX, N, NPAIR, I, J, K
      PARAMETER (NMAX = 38)
      DOUBLE PRECISION U(NMAX,NMAX,NMAX), V(NMAX,NMAX,NMAX), ALPHA, RES
      COMMON /DATA/ U, V, ALPHA, RES, N, NPAIR
      N = NMAX
      NPAIR = 2
      ALPHA = 0.1D0
      DO K = 1, N
         DO J = 1, N
            DO I = 1, N
               U(I,J,K) = 1.0D0
               V(I,J,K) = 1.0D0
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NMAX, N, NPAIR, I, J, K, ISEED
      PARAMETER (NMAX = 38)
      DOUBLE PRECISION U(NMAX,NMAX,NMAX), V(NMAX,NMAX,NMAX), ALPHA, RES
      COMMON /DATA/ U, V, ALPHA, RES, N, NPAIR
      DO K = 2, N - 1
         DO J = 2, N - 1
            DO I = 2, N - 1
               U(I,J,K) = 1.0D0 + MOD(I + 3*J + 5*K + ISEED, 9)/9.0D0
            END DO
         END DO
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NMAX, N, NPAIR
      PARAMETER (NMAX = 38)
      DOUBLE PRECISION U(NMAX,NMAX,NMAX), V(NMAX,NMAX,NMAX), ALPHA, RES
      COMMON /DATA/ U, V, ALPHA, RES, N, NPAIR
      CALL HEAT3 (N, NPAIR, ALPHA, U, V, RES)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NMAX, N, NPAIR, I, J, K
      PARAMETER (NMAX = 38)
      DOUBLE PRECISION U(NMAX,NMAX,NMAX), V(NMAX,NMAX,NMAX), ALPHA, RES
      COMMON /DATA/ U, V, ALPHA, RES, N, NPAIR
      CHECK = RES
      DO K = 1, N
         DO J = 1, N
            DO I = 1, N
               CHECK = CHECK + U(I,J,K)
            END DO
         END DO
      END DO
      END
