      SUBROUTINE SETUP
      INTEGER N, I, J, K
      PARAMETER (N = 180)
      DOUBLE PRECISION U(N,N,N), V(N,N,N)
      COMMON /DATA/ U, V
      DO K = 1, N
         DO J = 1, N
            DO I = 1, N
               U(I,J,K) = MOD(I + J + K, 5)*0.2D0
               V(I,J,K) = MOD(I + J + K, 5)*0.2D0
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED
      PARAMETER (N = 180)
      DOUBLE PRECISION U(N,N,N), V(N,N,N)
      COMMON /DATA/ U, V
      V(3,4,5) = MOD(ISEED, 3)
      END

      SUBROUTINE ONCE
      INTEGER N, N1
      PARAMETER (N = 180)
      DOUBLE PRECISION U(N,N,N), V(N,N,N)
      COMMON /DATA/ U, V
      N1 = N
      CALL WAVE3 (N1, 0.1D0, U, V)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, I
      PARAMETER (N = 180)
      DOUBLE PRECISION U(N,N,N), V(N,N,N)
      COMMON /DATA/ U, V
      CHECK = 0.0D0
      DO I = 1, N
         CHECK = CHECK + U(I,I,I)
      END DO
      END
