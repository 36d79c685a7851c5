      SUBROUTINE REFINE (N, NIT, A, ALU, IPIV, B, X, R, S)
C     Mixed-precision iterative refinement of A*X = B: the factors ALU
C     are single precision, residuals and the solution double precision.
      INTEGER N, NIT, IPIV(N), I, J, IT
      DOUBLE PRECISION A(N,N), B(N), X(N), R(N)
      REAL ALU(N,N), S(N)
      DO 10 I = 1, N
         X(I) = 0.0D0
         R(I) = B(I)
   10 CONTINUE
      DO 60 IT = 1, NIT
         DO 20 I = 1, N
            S(I) = REAL(R(I))
   20    CONTINUE
         CALL LUSOLV (N, ALU, IPIV, S)
         DO 30 I = 1, N
            X(I) = X(I) + DBLE(S(I))
            R(I) = B(I)
   30    CONTINUE
         DO 50 J = 1, N
            DO 40 I = 1, N
               R(I) = R(I) - A(I,J)*X(J)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      END

      SUBROUTINE LUSOLV (N, ALU, IPIV, S)
C     Solves with the factors L*U of a matrix whose rows were swapped.
      INTEGER N, IPIV(N), I, J, L
      REAL ALU(N,N), S(N), T
      DO 20 J = 1, N
         L = IPIV(J)
         T = S(L)
         S(L) = S(J)
         S(J) = T
   20 CONTINUE
      DO 40 J = 1, N - 1
         T = S(J)
         DO 30 I = J + 1, N
            S(I) = S(I) - T*ALU(I,J)
   30    CONTINUE
   40 CONTINUE
      DO 60 J = N, 1, -1
         S(J) = S(J)/ALU(J,J)
         T = S(J)
         DO 50 I = 1, J - 1
            S(I) = S(I) - T*ALU(I,J)
   50    CONTINUE
   60 CONTINUE
      END
