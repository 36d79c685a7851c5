      SUBROUTINE SETUP
      CALL RESET (1)
      END

      SUBROUTINE RESET (ISEED)
      INTEGER M, N, I, J, L, ISEED
      PARAMETER (M = 200, N = 60)
      DOUBLE PRECISION A(M,N), RMIN
      COMMON /DATA/ A, RMIN
      L = ISEED
      DO J = 1, N
         DO I = 1, M
            L = MOD(L*421 + 1663, 7875)
            A(I,J) = L/7875.0D0 - 0.5D0
         END DO
         A(J,J) = A(J,J) + 2.0D0
      END DO
      END

      SUBROUTINE ONCE
      INTEGER M, N, N1, N2
      PARAMETER (M = 200, N = 60)
      DOUBLE PRECISION A(M,N), RMIN
      COMMON /DATA/ A, RMIN
      N1 = M
      N2 = N
      CALL GRAMSC (N1, N2, A, RMIN)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER M, N
      PARAMETER (M = 200, N = 60)
      DOUBLE PRECISION A(M,N), RMIN
      COMMON /DATA/ A, RMIN
      CHECK = RMIN
      END
