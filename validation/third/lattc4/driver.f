      SUBROUTINE SETUP
      INTEGER N, I, J, K, L
      PARAMETER (N = 14)
      DOUBLE PRECISION F(N,N,N,N), ENERGY
      COMMON /DATA/ F, ENERGY
      DO L = 1, N
         DO K = 1, N
            DO J = 1, N
               DO I = 1, N
                  F(I,J,K,L) = MOD(I + 3*J + 5*K + 7*L, 13)/6.5D0
     &               - 1.0D0
               END DO
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED
      PARAMETER (N = 14)
      DOUBLE PRECISION F(N,N,N,N), ENERGY
      COMMON /DATA/ F, ENERGY
      F(1,2,3,4) = MOD(ISEED, 9)/9.0D0
      END

      SUBROUTINE ONCE
      INTEGER N, N1
      PARAMETER (N = 14)
      DOUBLE PRECISION F(N,N,N,N), ENERGY
      COMMON /DATA/ F, ENERGY
      N1 = N
      CALL LATTC4 (N1, 0.12D0, F, ENERGY)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N
      PARAMETER (N = 14)
      DOUBLE PRECISION F(N,N,N,N), ENERGY
      COMMON /DATA/ F, ENERGY
      CHECK = ENERGY
      END
