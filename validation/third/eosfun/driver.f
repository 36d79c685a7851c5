      SUBROUTINE SETUP
      INTEGER N, I
      PARAMETER (N = 30000)
      DOUBLE PRECISION RHO(N), E(N), P(N), C(N)
      COMMON /DATA/ RHO, E, P, C
      DO I = 1, N
         RHO(I) = 1.0D0 + MOD(I, 17)/17.0D0
         E(I) = 9.0D2 + MOD(I, 29)
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED
      PARAMETER (N = 30000)
      DOUBLE PRECISION RHO(N), E(N), P(N), C(N)
      COMMON /DATA/ RHO, E, P, C
      RHO(1) = 1.0D0 + MOD(ISEED, 5)
      END

      SUBROUTINE ONCE
      INTEGER N, N1
      PARAMETER (N = 30000)
      DOUBLE PRECISION RHO(N), E(N), P(N), C(N)
      COMMON /DATA/ RHO, E, P, C
      N1 = N
      CALL EOSFUN (N1, RHO, E, P, C)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, I
      PARAMETER (N = 30000)
      DOUBLE PRECISION RHO(N), E(N), P(N), C(N)
      COMMON /DATA/ RHO, E, P, C
      CHECK = 0.0D0
      DO I = 1, N
         CHECK = CHECK + P(I) + C(I)
      END DO
      END
