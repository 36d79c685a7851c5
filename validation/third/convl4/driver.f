      SUBROUTINE SETUP
      INTEGER NX, NY, NI, NO, I, J, K, L
      PARAMETER (NX = 34, NY = 30, NI = 6, NO = 8)
      REAL W(3,3,NI,NO), P(NX,NY,NI), R(NX,NY,NO)
      COMMON /DATA/ W, P, R
      DO L = 1, NO
         DO K = 1, NI
            DO J = 1, 3
               DO I = 1, 3
                  W(I,J,K,L) = MOD(I + 2*J + 3*K + 5*L, 9) - 4.0
               END DO
            END DO
         END DO
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NX, NY, NI, NO, I, J, K, ISEED
      PARAMETER (NX = 34, NY = 30, NI = 6, NO = 8)
      REAL W(3,3,NI,NO), P(NX,NY,NI), R(NX,NY,NO)
      COMMON /DATA/ W, P, R
      DO K = 1, NI
         DO J = 1, NY
            DO I = 1, NX
               P(I,J,K) = MOD(I*I + 3*J + 7*K + ISEED, 23)/23.0
            END DO
         END DO
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NX, NY, NI, NO, N1, N2, N3, N4
      PARAMETER (NX = 34, NY = 30, NI = 6, NO = 8)
      REAL W(3,3,NI,NO), P(NX,NY,NI), R(NX,NY,NO)
      COMMON /DATA/ W, P, R
      N1 = NX
      N2 = NY
      N3 = NI
      N4 = NO
      CALL CONVL4 (N1, N2, N3, N4, W, P, R)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NX, NY, NI, NO, I, J, K
      PARAMETER (NX = 34, NY = 30, NI = 6, NO = 8)
      REAL W(3,3,NI,NO), P(NX,NY,NI), R(NX,NY,NO)
      COMMON /DATA/ W, P, R
      CHECK = 0.0D0
      DO K = 1, NO
         DO J = 1, NY
            DO I = 1, NX
               CHECK = CHECK + R(I,J,K)
            END DO
         END DO
      END DO
      END
