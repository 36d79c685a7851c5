      SUBROUTINE SETUP
      OPEN (9, FILE = '/dev/null')
      CALL RESET (1)
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NB, NS, I, J, L, ISEED
      PARAMETER (NB = 60, NS = 400)
      DOUBLE PRECISION X(NS,NB), GRAND
      COMMON /DATA/ X, GRAND
      L = ISEED
      DO J = 1, NB
         DO I = 1, NS
            L = MOD(L*421 + 1663, 7875)
            X(I,J) = L/7875.0D0
         END DO
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NB, NS, N1, N2, LUN
      PARAMETER (NB = 60, NS = 400)
      DOUBLE PRECISION X(NS,NB), GRAND
      COMMON /DATA/ X, GRAND
      N1 = NB
      N2 = NS
      LUN = 9
      CALL TABOUT (N1, N2, LUN, X, GRAND)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NB, NS
      PARAMETER (NB = 60, NS = 400)
      DOUBLE PRECISION X(NS,NB), GRAND
      COMMON /DATA/ X, GRAND
      CHECK = GRAND
      END
