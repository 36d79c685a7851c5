C     NIT steps of conjugate gradients for a sparse matrix stored by rows.
      SUBROUTINE CGCSR (N, IA, JA, AVAL, B, X, R, P, Q, NIT, RNORM)
      INTEGER N, IA(N+1), JA(*), NIT, I, IT
      DOUBLE PRECISION AVAL(*), B(N), X(N), R(N), P(N), Q(N), RNORM
      DOUBLE PRECISION RHO, RHOOLD, ALPHA, BETA, DOT
      DO 10 I = 1, N
         X(I) = 0.0D0
         R(I) = B(I)
         P(I) = B(I)
   10 CONTINUE
      RHO = DOT(N, R, R)
      DO 50 IT = 1, NIT
         CALL SPMV (N, IA, JA, AVAL, P, Q)
         ALPHA = RHO/DOT(N, P, Q)
         DO 20 I = 1, N
            X(I) = X(I) + ALPHA*P(I)
            R(I) = R(I) - ALPHA*Q(I)
   20    CONTINUE
         RHOOLD = RHO
         RHO = DOT(N, R, R)
         BETA = RHO/RHOOLD
         DO 30 I = 1, N
            P(I) = R(I) + BETA*P(I)
   30    CONTINUE
   50 CONTINUE
      RNORM = SQRT(RHO)
      END

      SUBROUTINE SPMV (N, IA, JA, AVAL, X, Y)
      INTEGER N, IA(N+1), JA(*), I, K
      DOUBLE PRECISION AVAL(*), X(N), Y(N), S
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 K = IA(I), IA(I+1) - 1
            S = S + AVAL(K)*X(JA(K))
   10    CONTINUE
         Y(I) = S
   20 CONTINUE
      END

      DOUBLE PRECISION FUNCTION DOT (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      S = 0.0D0
      DO 10 I = 1, N
         S = S + X(I)*Y(I)
   10 CONTINUE
      DOT = S
      END
