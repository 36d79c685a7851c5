      SUBROUTINE SETUP
      INTEGER MN, MZ
      PARAMETER (MN = 5000, MZ = 60000)
      INTEGER N, NNZ, IA(MN+1), JA(MZ), JD(MN)
      DOUBLE PRECISION LU(MZ), B(MN), X(MN)
      COMMON /DAT/ LU, B, X, IA, JA, JD, N, NNZ
      N = MN
      END

      SUBROUTINE RESET (ISEED)
C     A new matrix: below and above the diagonal 0 to 7 elements a row,
C     at random steps from it.
      INTEGER MN, MZ
      PARAMETER (MN = 5000, MZ = 60000)
      INTEGER ISEED, N, NNZ, IA(MN+1), JA(MZ), JD(MN), I, J, K, M, IS
      DOUBLE PRECISION LU(MZ), B(MN), X(MN), URAND
      COMMON /DAT/ LU, B, X, IA, JA, JD, N, NNZ
      EXTERNAL URAND
      IS = 31 + MOD(ISEED, 1000000)
      K = 0
      DO 30 I = 1, N
         IA(I) = K + 1
         M = INT(8.0D0*URAND(IS))
         J = I - 1 - 12*M
         IF (J .LT. 0) J = 0
   10    IF (M .GT. 0) THEN
            J = J + 1 + INT(10.0D0*URAND(IS))
            M = M - 1
            IF (J .LT. I) THEN
               K = K + 1
               JA(K) = J
               LU(K) = 0.25D0*(URAND(IS) - 0.5D0)
            END IF
            GOTO 10
         END IF
         K = K + 1
         JA(K) = I
         LU(K) = 2.0D0 + URAND(IS)
         JD(I) = K
         M = INT(8.0D0*URAND(IS))
         J = I
   20    IF (M .GT. 0) THEN
            J = J + 1 + INT(10.0D0*URAND(IS))
            M = M - 1
            IF (J .LE. N) THEN
               K = K + 1
               JA(K) = J
               LU(K) = 0.5D0*(URAND(IS) - 0.5D0)
            END IF
            GOTO 20
         END IF
         B(I) = URAND(IS)
   30 CONTINUE
      IA(N+1) = K + 1
      NNZ = K
      END

      SUBROUTINE ONCE
      INTEGER MN, MZ
      PARAMETER (MN = 5000, MZ = 60000)
      INTEGER N, NNZ, IA(MN+1), JA(MZ), JD(MN)
      DOUBLE PRECISION LU(MZ), B(MN), X(MN)
      COMMON /DAT/ LU, B, X, IA, JA, JD, N, NNZ
      CALL ILUSOL (N, NNZ, IA, JA, LU, JD, B, X)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN, MZ
      PARAMETER (MN = 5000, MZ = 60000)
      INTEGER N, NNZ, IA(MN+1), JA(MZ), JD(MN), I
      DOUBLE PRECISION LU(MZ), B(MN), X(MN), S
      COMMON /DAT/ LU, B, X, IA, JA, JD, N, NNZ
      S = NNZ
      DO 10 I = 1, N
         S = S + X(I)
   10 CONTINUE
      CHECK = S
      END

      DOUBLE PRECISION FUNCTION URAND (ISTATE)
C     Park and Miller's generator, by Schrage's method.
      INTEGER ISTATE, K
      K = ISTATE/127773
      ISTATE = 16807*(ISTATE - K*127773) - 2836*K
      IF (ISTATE .LT. 0) ISTATE = ISTATE + 2147483647
      URAND = DBLE(ISTATE)/2147483647.0D0
      END
