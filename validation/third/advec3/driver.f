      SUBROUTINE SETUP
      INTEGER NX, NY, NZ, I, J, K
      PARAMETER (NX = 44, NY = 40, NZ = 34)
      DOUBLE PRECISION Q(NX,NY,NZ), R(NX,NY,NZ), CX(NZ), CY(NZ), TOTAL
      COMMON /DATA/ Q, R, CX, CY, TOTAL
      DO K = 1, NZ
         CX(K) = 0.2D0
         IF (MOD(K, 3) .EQ. 0) CX(K) = -0.1D0
         CY(K) = 0.01D0*K
         DO J = 1, NY
            DO I = 1, NX
               Q(I,J,K) = 1.0D0 + MOD(I*J + K, 11)/11.0D0
               R(I,J,K) = Q(I,J,K)
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NX, NY, NZ, ISEED
      PARAMETER (NX = 44, NY = 40, NZ = 34)
      DOUBLE PRECISION Q(NX,NY,NZ), R(NX,NY,NZ), CX(NZ), CY(NZ), TOTAL
      COMMON /DATA/ Q, R, CX, CY, TOTAL
      Q(3,3,3) = 1.0D0 + MOD(ISEED, 7)/7.0D0
      END

      SUBROUTINE ONCE
      INTEGER NX, NY, NZ, N1, N2, N3
      PARAMETER (NX = 44, NY = 40, NZ = 34)
      DOUBLE PRECISION Q(NX,NY,NZ), R(NX,NY,NZ), CX(NZ), CY(NZ), TOTAL
      COMMON /DATA/ Q, R, CX, CY, TOTAL
      N1 = NX
      N2 = NY
      N3 = NZ
      CALL ADVEC3 (N1, N2, N3, CX, CY, 0.15D0, Q, R, TOTAL)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NX, NY, NZ
      PARAMETER (NX = 44, NY = 40, NZ = 34)
      DOUBLE PRECISION Q(NX,NY,NZ), R(NX,NY,NZ), CX(NZ), CY(NZ), TOTAL
      COMMON /DATA/ Q, R, CX, CY, TOTAL
      CHECK = TOTAL
      END
