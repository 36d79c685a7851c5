      SUBROUTINE SETUP
      INTEGER N, I, J, K
      PARAMETER (N = 160)
      DOUBLE PRECISION U(N,N,N), V(N,N,N), C
      INTEGER NX, NY, NZ
      COMMON /DATA/ U, V, C, NX, NY, NZ
      NX = N
      NY = N
      NZ = N
      DO 30 K = 1, N
         DO 20 J = 1, N
            DO 10 I = 1, N
               U(I,J,K) = 1.0D0 + MOD(I + 3*J + 7*K, 29)/29.0D0
               V(I,J,K) = 0.0D0
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER N, ISEED
      PARAMETER (N = 160)
      DOUBLE PRECISION U(N,N,N), V(N,N,N), C
      INTEGER NX, NY, NZ
      COMMON /DATA/ U, V, C, NX, NY, NZ
      C = 0.1D0 + MOD(ISEED, 100)/2000.0D0
      END

      SUBROUTINE ONCE
      INTEGER N
      PARAMETER (N = 160)
      DOUBLE PRECISION U(N,N,N), V(N,N,N), C
      INTEGER NX, NY, NZ
      COMMON /DATA/ U, V, C, NX, NY, NZ
      CALL HEAT3 (NX, NY, NZ, C, U, V)
      END

C     a sample, so that checking takes less time than the work
      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER N, K
      PARAMETER (N = 160)
      DOUBLE PRECISION U(N,N,N), V(N,N,N), C
      INTEGER NX, NY, NZ
      COMMON /DATA/ U, V, C, NX, NY, NZ
      CHECK = 0.0D0
      DO 10 K = 2, N - 1
         CHECK = CHECK + V(K,K,K) + V(K,2,K)
   10 CONTINUE
      END
