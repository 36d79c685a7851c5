      SUBROUTINE SETUP
      INTEGER N, I
      PARAMETER (N = 2500000)
      DOUBLE PRECISION X(N), Y(N), Z(N), W(N), BIG
      COMMON /DATA/ X, Y, Z, W, BIG
      DO I = 1, N
         X(I) = MOD(I, 10)
         Y(I) = MOD(I, 7)
         Z(I) = 0.5D0
         W(I) = 1.0D0
      END DO
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED
      PARAMETER (N = 2500000)
      DOUBLE PRECISION X(N), Y(N), Z(N), W(N), BIG
      COMMON /DATA/ X, Y, Z, W, BIG
      X(1) = MOD(ISEED, 4)
      END

      SUBROUTINE ONCE
      INTEGER N, N1
      PARAMETER (N = 2500000)
      DOUBLE PRECISION X(N), Y(N), Z(N), W(N), BIG
      COMMON /DATA/ X, Y, Z, W, BIG
      N1 = N
      CALL VECUP4 (N1, 0.1D0, 0.2D0, X, Y, Z, W, BIG)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, I
      PARAMETER (N = 2500000)
      DOUBLE PRECISION X(N), Y(N), Z(N), W(N), BIG
      COMMON /DATA/ X, Y, Z, W, BIG
      CHECK = 0.0D0
      DO I = 1, N, 1009
         CHECK = CHECK + W(I)
      END DO
      END
