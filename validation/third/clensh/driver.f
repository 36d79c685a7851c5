      SUBROUTINE SETUP
      INTEGER NP, NC, I
      PARAMETER (NP = 8000, NC = 24)
      DOUBLE PRECISION C(NC), X(NP), V(NP)
      COMMON /DATA/ C, X, V
      DO I = 1, NC
         C(I) = 1.0D0/I
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NP, NC, I, ISEED
      PARAMETER (NP = 8000, NC = 24)
      DOUBLE PRECISION C(NC), X(NP), V(NP)
      COMMON /DATA/ C, X, V
      DO I = 1, NP
         X(I) = COS(0.001D0*(I + MOD(ISEED, 50)))
      END DO
      END

      SUBROUTINE ONCE
      INTEGER NP, NC, N1, N2
      PARAMETER (NP = 8000, NC = 24)
      DOUBLE PRECISION C(NC), X(NP), V(NP)
      COMMON /DATA/ C, X, V
      N1 = NP
      N2 = NC
      CALL CLENSH (N1, N2, C, X, V)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NP, NC, I
      PARAMETER (NP = 8000, NC = 24)
      DOUBLE PRECISION C(NC), X(NP), V(NP)
      COMMON /DATA/ C, X, V
      CHECK = 0.0D0
      DO I = 1, NP
         CHECK = CHECK + V(I)
      END DO
      END
