      PROGRAM CGLINE
C     Conjugate gradients for the second difference of N points.
      INTEGER MAXN
      PARAMETER (MAXN = 2000)
      INTEGER N, I, STEPS
      DOUBLE PRECISION X(MAXN), R(MAXN), P(MAXN), Q(MAXN)
      DOUBLE PRECISION RHO, OLD, ALPHA, DOT
      READ *, N
      DO 10 I = 1, N
         X(I) = 0.0D0
         R(I) = 1.0D0
         P(I) = 1.0D0
   10 CONTINUE
      RHO = DOT(N, R, R)
      STEPS = 0
   20 IF (RHO .LE. 1.0D-16*N) GOTO 60
         CALL APPLY(N, P, Q)
         ALPHA = RHO/DOT(N, P, Q)
         DO 30 I = 1, N
            X(I) = X(I) + ALPHA*P(I)
            R(I) = R(I) - ALPHA*Q(I)
   30    CONTINUE
         OLD = RHO
         RHO = DOT(N, R, R)
         DO 40 I = 1, N
            P(I) = R(I) + RHO/OLD*P(I)
   40    CONTINUE
         STEPS = STEPS + 1
      GOTO 20
   60 PRINT *, STEPS, X(N/2)
      END
      SUBROUTINE APPLY(N, P, Q)
      INTEGER N, I
      DOUBLE PRECISION P(N), Q(N)
      DO 10 I = 1, N
         Q(I) = 2.0D0*P(I)
         IF (I .GT. 1) Q(I) = Q(I) - P(I - 1)
         IF (I .LT. N) Q(I) = Q(I) - P(I + 1)
   10 CONTINUE
      END
      DOUBLE PRECISION FUNCTION DOT(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      DOT = 0.0D0
      DO 10 I = 1, N
         DOT = DOT + X(I)*Y(I)
   10 CONTINUE
      END
