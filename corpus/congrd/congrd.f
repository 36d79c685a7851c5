C     CONGRD - CONJUGATE GRADIENTS FOR A SYMMETRIC POSITIVE DEFINITE
C     SYSTEM.  THE SOLVER KNOWS THE MATRIX ONLY THROUGH A PROCEDURE
C     ARGUMENT: A FIVE POINT LAPLACE OPERATOR OR A DENSE MATRIX.
      PROGRAM CONGRD
      INTEGER NG, N, ND, I, J, NIT
      PARAMETER (NG = 20, N = NG*NG, ND = 30)
      DOUBLE PRECISION X(N), B(N), W(3*N), DENSE(ND,ND), TOL, DOT
      EXTERNAL GRIDOP, DENSOP
      COMMON /MATRIX/ DENSE
      DATA TOL /1.0D-10/
C
      DO 10 I = 1, N
         B(I) = 1.0D0/(NG+1)**2
   10 CONTINUE
      CALL CG (N, GRIDOP, B, X, W(1), W(N+1), W(2*N+1), TOL, 3*NG, NIT)
      WRITE (*,100) 'GRID ', N, NIT, X(N/2+NG/2), DOT(N,X,B)
C
      DO 20 J = 1, ND
         DO 15 I = 1, ND
            DENSE(I,J) = 1.0D0/(1.0D0 + ABS(I-J))
   15    CONTINUE
         DENSE(J,J) = 3.0D0
         B(J) = J
   20 CONTINUE
      CALL CG (ND, DENSOP, B, X, W(1), W(ND+1), W(2*ND+1), TOL, 2*ND,
     1         NIT)
      WRITE (*,100) 'DENSE', ND, NIT, X(1), X(ND)
  100 FORMAT (1X, A, '  UNKNOWNS', I5, '  ITERATIONS', I4, 2F10.4)
      END
C
C     P = DIRECTION, R = RESIDUAL, Q = MATRIX TIMES P
      SUBROUTINE CG (N, APPLY, B, X, P, R, Q, TOL, MAXIT, NIT)
      INTEGER N, MAXIT, NIT, I, IT
      DOUBLE PRECISION B(N), X(N), P(N), R(N), Q(N), TOL
      DOUBLE PRECISION RHO, RHOOLD, ALPHA, STOPAT, DOT
      EXTERNAL APPLY
      DO 10 I = 1, N
         X(I) = 0.0D0
         R(I) = B(I)
         P(I) = B(I)
   10 CONTINUE
      RHO = DOT(N, R, R)
      STOPAT = TOL**2*RHO
      DO 40 IT = 1, MAXIT
         CALL APPLY (N, P, Q)
         ALPHA = RHO/DOT(N, P, Q)
         DO 20 I = 1, N
            X(I) = X(I) + ALPHA*P(I)
            R(I) = R(I) - ALPHA*Q(I)
   20    CONTINUE
         RHOOLD = RHO
         RHO = DOT(N, R, R)
         IF (RHO .LE. STOPAT) GOTO 50
         DO 30 I = 1, N
            P(I) = R(I) + (RHO/RHOOLD)*P(I)
   30    CONTINUE
   40 CONTINUE
      IT = MAXIT
   50 NIT = IT
      RETURN
      END
C
C     FIVE POINT OPERATOR WITH ZERO BOUNDARY ON A SQUARE GRID
      SUBROUTINE GRIDOP (N, P, Q)
      INTEGER N, NG, I, J, K
      DOUBLE PRECISION P(N), Q(N)
      NG = NINT(SQRT(REAL(N)))
      DO 20 J = 1, NG
         DO 10 I = 1, NG
            K = I + (J-1)*NG
            Q(K) = 4.0D0*P(K)
            IF (I .GT. 1)  Q(K) = Q(K) - P(K-1)
            IF (I .LT. NG) Q(K) = Q(K) - P(K+1)
            IF (J .GT. 1)  Q(K) = Q(K) - P(K-NG)
            IF (J .LT. NG) Q(K) = Q(K) - P(K+NG)
   10    CONTINUE
   20 CONTINUE
      END
C
      SUBROUTINE DENSOP (N, P, Q)
      INTEGER N, ND, I, J
      PARAMETER (ND = 30)
      DOUBLE PRECISION P(N), Q(N), DENSE(ND,ND)
      COMMON /MATRIX/ DENSE
      DO 10 I = 1, N
   10    Q(I) = 0.0D0
      DO 20 J = 1, N
      DO 20 I = 1, N
   20    Q(I) = Q(I) + DENSE(I,J)*P(J)
      END
C
      DOUBLE PRECISION FUNCTION DOT (N, A, B)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N)
      DOT = 0.0D0
      DO 10 I = 1, N
   10    DOT = DOT + A(I)*B(I)
      END
