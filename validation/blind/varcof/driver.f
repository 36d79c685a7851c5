      SUBROUTINE SETUP
      INTEGER MN
      PARAMETER (MN = 150)
      INTEGER N, I, J, K
      DOUBLE PRECISION DT, C(MN,MN,MN), U(MN,MN,MN), V(MN,MN,MN)
      COMMON /DAT/ DT, C, U, V, N
      N = MN
      DT = 0.05D0
      DO 30 K = 1, N
         DO 20 J = 1, N
            DO 10 I = 1, N
               C(I,J,K) = 1.0D0 + 0.001D0*MOD(3*I + 5*J + 7*K, 101)
               U(I,J,K) = 1.0D0 + 0.002D0*MOD(11*I + 3*J + K, 97)
               V(I,J,K) = 0.0D0
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
C     Only V is changed by the call, and all of it that is read is
C     written first: the seed changes the time step.
      INTEGER MN
      PARAMETER (MN = 150)
      INTEGER ISEED, N
      DOUBLE PRECISION DT, C(MN,MN,MN), U(MN,MN,MN), V(MN,MN,MN)
      COMMON /DAT/ DT, C, U, V, N
      DT = 0.05D0 + 0.001D0*MOD(ISEED, 10)
      END

      SUBROUTINE ONCE
      INTEGER MN
      PARAMETER (MN = 150)
      INTEGER N
      DOUBLE PRECISION DT, C(MN,MN,MN), U(MN,MN,MN), V(MN,MN,MN)
      COMMON /DAT/ DT, C, U, V, N
      CALL VARCOF (N, DT, C, U, V)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN
      PARAMETER (MN = 150)
      INTEGER N, I, J, K
      DOUBLE PRECISION DT, C(MN,MN,MN), U(MN,MN,MN), V(MN,MN,MN), S
      COMMON /DAT/ DT, C, U, V, N
      S = 0.0D0
      DO 30 K = 2, N - 1
         DO 20 J = 2, N - 1
            DO 10 I = 2, N - 1
               S = S + V(I,J,K)*(1.0D0 + 0.001D0*MOD(I + J + K, 13))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      CHECK = S/DBLE(N)**3
      END
