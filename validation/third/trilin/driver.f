      SUBROUTINE SETUP
      INTEGER NG, NP, I, J, K
      PARAMETER (NG = 24, NP = 9000)
      DOUBLE PRECISION V(3,NG,NG,NG), X(3,NP)
      COMMON /DATA/ V, X
      DO K = 1, NG
         DO J = 1, NG
            DO I = 1, NG
               V(1,I,J,K) = 0.1D0*(J - K)
               V(2,I,J,K) = 0.1D0*(K - I)
               V(3,I,J,K) = 0.1D0*(I - J)
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NG, NP, I, K, L, ISEED
      PARAMETER (NG = 24, NP = 9000)
      DOUBLE PRECISION V(3,NG,NG,NG), X(3,NP)
      COMMON /DATA/ V, X
      L = ISEED
      DO I = 1, NP
         DO K = 1, 3
            L = MOD(L*421 + 1663, 7875)
            X(K,I) = 1.0D0 + (NG - 1.01D0)*L/7875.0D0
         END DO
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NG, NP, N1, N2
      PARAMETER (NG = 24, NP = 9000)
      DOUBLE PRECISION V(3,NG,NG,NG), X(3,NP)
      COMMON /DATA/ V, X
      N1 = NG
      N2 = NP
      CALL TRILIN (N1, N2, 0.01D0, V, X)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NG, NP, I
      PARAMETER (NG = 24, NP = 9000)
      DOUBLE PRECISION V(3,NG,NG,NG), X(3,NP)
      COMMON /DATA/ V, X
      CHECK = 0.0D0
      DO I = 1, NP
         CHECK = CHECK + X(1,I) + X(2,I) + X(3,I)
      END DO
      END
