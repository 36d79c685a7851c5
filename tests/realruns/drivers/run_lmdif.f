C     A nonlinear least-squares problem without derivatives.
      PROGRAM TLMDIF
      INTEGER MAXM, MAXN, LWA, M, N, I, INFO
      PARAMETER (MAXM = 120, MAXN = 12)
      PARAMETER (LWA = MAXM*MAXN + 5*MAXN + MAXM)
      INTEGER IWA(MAXN)
      DOUBLE PRECISION X(MAXN), FVEC(MAXM), WA(LWA)
      EXTERNAL FCN
      READ (*,*) M, N
      DO 10 I = 1, N
         X(I) = 1.0D0 / DBLE(I)
   10 CONTINUE
      CALL LMDIF1 (FCN, M, N, X, FVEC, 1.0D-8, INFO, IWA, WA, LWA)
      WRITE (*,*) INFO, X(1)
      END

      SUBROUTINE FCN (M, N, X, FVEC, IFLAG)
      INTEGER M, N, IFLAG, I, J
      DOUBLE PRECISION X(N), FVEC(M), T, S
      DO 20 I = 1, M
         T = DBLE(I) / DBLE(M)
         S = 0.0D0
         DO 10 J = N, 1, -1
            S = S*T + X(J)
   10    CONTINUE
         FVEC(I) = EXP(S) - 1.0D0 - T
   20 CONTINUE
      END
