      SUBROUTINE SETUP
      INTEGER N
      PARAMETER (N = 12000)
      DOUBLE PRECISION U(N), S(N)
      COMMON /DATA/ U, S
      CALL RESET (1)
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED, I, L
      PARAMETER (N = 12000)
      DOUBLE PRECISION U(N), S(N)
      COMMON /DATA/ U, S
      L = ISEED
      DO I = 1, N
         L = MOD(L*421 + 1663, 7875)
         U(I) = SIN(0.01D0*I) + L/7875.0D0
      END DO
      END

      SUBROUTINE ONCE
      INTEGER N, N1, N2
      PARAMETER (N = 12000)
      DOUBLE PRECISION U(N), S(N)
      COMMON /DATA/ U, S
      N1 = N
      N2 = 8
      CALL LIMITR (N1, N2, 0.3D0, U, S)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, I
      PARAMETER (N = 12000)
      DOUBLE PRECISION U(N), S(N)
      COMMON /DATA/ U, S
      CHECK = 0.0D0
      DO I = 1, N
         CHECK = CHECK + U(I)
      END DO
      END
