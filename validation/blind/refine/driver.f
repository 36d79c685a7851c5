      SUBROUTINE SETUP
      INTEGER NN
      PARAMETER (NN = 200)
      INTEGER N, NIT, IPIV(NN), I, J, K, L, IS
      DOUBLE PRECISION A(NN,NN), B(NN), X(NN), R(NN), URAND
      REAL ALU(NN,NN), S(NN), T
      COMMON /DAT/ A, B, X, R, ALU, S, IPIV, N, NIT
      EXTERNAL URAND
      N = NN
      NIT = 4
      IS = 2024
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = URAND(IS) - 0.5D0
   10    CONTINUE
   20 CONTINUE
      DO 30 I = 1, N
         A(I,MOD(I + 6, N) + 1) = A(I,MOD(I + 6, N) + 1) + 12.0D0
   30 CONTINUE
      DO 50 J = 1, N
         DO 40 I = 1, N
            ALU(I,J) = REAL(A(I,J))
   40    CONTINUE
   50 CONTINUE
      DO 100 K = 1, N
         L = K
         DO 60 I = K + 1, N
            IF (ABS(ALU(I,K)) .GT. ABS(ALU(L,K))) L = I
   60    CONTINUE
         IPIV(K) = L
         DO 70 J = 1, N
            T = ALU(L,J)
            ALU(L,J) = ALU(K,J)
            ALU(K,J) = T
   70    CONTINUE
         DO 80 I = K + 1, N
            ALU(I,K) = ALU(I,K)/ALU(K,K)
   80    CONTINUE
         DO 95 J = K + 1, N
            DO 90 I = K + 1, N
               ALU(I,J) = ALU(I,J) - ALU(I,K)*ALU(K,J)
   90       CONTINUE
   95    CONTINUE
  100 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NN
      PARAMETER (NN = 200)
      INTEGER ISEED, N, NIT, IPIV(NN), I, J
      DOUBLE PRECISION A(NN,NN), B(NN), X(NN), R(NN)
      REAL ALU(NN,NN), S(NN)
      COMMON /DAT/ A, B, X, R, ALU, S, IPIV, N, NIT
C     The right-hand side of the solution X(J) = J + seed/10.
      DO 10 I = 1, N
         B(I) = 0.0D0
   10 CONTINUE
      DO 30 J = 1, N
         DO 20 I = 1, N
            B(I) = B(I) + A(I,J)*(J + 0.1D0*MOD(ISEED, 10))
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER NN
      PARAMETER (NN = 200)
      INTEGER N, NIT, IPIV(NN)
      DOUBLE PRECISION A(NN,NN), B(NN), X(NN), R(NN)
      REAL ALU(NN,NN), S(NN)
      COMMON /DAT/ A, B, X, R, ALU, S, IPIV, N, NIT
      CALL REFINE (N, NIT, A, ALU, IPIV, B, X, R, S)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NN
      PARAMETER (NN = 200)
      INTEGER N, NIT, IPIV(NN), I
      DOUBLE PRECISION A(NN,NN), B(NN), X(NN), R(NN), T
      REAL ALU(NN,NN), S(NN)
      COMMON /DAT/ A, B, X, R, ALU, S, IPIV, N, NIT
      T = 0.0D0
      DO 10 I = 1, N
         T = T + X(I)
   10 CONTINUE
      CHECK = T
      END

      DOUBLE PRECISION FUNCTION URAND (ISTATE)
C     Park and Miller's generator, by Schrage's method.
      INTEGER ISTATE, K
      K = ISTATE/127773
      ISTATE = 16807*(ISTATE - K*127773) - 2836*K
      IF (ISTATE .LT. 0) ISTATE = ISTATE + 2147483647
      URAND = DBLE(ISTATE)/2147483647.0D0
      END
