C     A system of nonlinear equations with a tridiagonal Jacobian.
      PROGRAM THYBRD
      INTEGER MAXN, LWA, N, I, INFO
      PARAMETER (MAXN = 60, LWA = MAXN*(3*MAXN + 13))
      DOUBLE PRECISION X(MAXN), FVEC(MAXN), WA(LWA)
      EXTERNAL FCN
      READ (*,*) N
      DO 10 I = 1, N
         X(I) = -1.0D0
   10 CONTINUE
      CALL HYBRD1 (FCN, N, X, FVEC, 1.0D-8, INFO, WA, LWA)
      WRITE (*,*) INFO, X(1)
      END

      SUBROUTINE FCN (N, X, FVEC, IFLAG)
      INTEGER N, IFLAG, K
      DOUBLE PRECISION X(N), FVEC(N), S
      DO 10 K = 1, N
         S = (3.0D0 - 2.0D0*X(K))*X(K) + 1.0D0
         IF (K .GT. 1) S = S - X(K-1)
         IF (K .LT. N) S = S - 2.0D0*X(K+1)
         FVEC(K) = S
   10 CONTINUE
      END
