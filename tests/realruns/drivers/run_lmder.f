C     A nonlinear least-squares fit of two exponentials, with derivatives.
      PROGRAM TLMDER
      INTEGER MAXM, N, LWA, M, INFO, IPVT(4)
      PARAMETER (MAXM = 200, N = 4, LWA = 5*N + MAXM)
      DOUBLE PRECISION X(N), FVEC(MAXM), FJAC(MAXM,N), WA(LWA)
      EXTERNAL FCN
      READ (*,*) M
      X(1) = 1.0D0
      X(2) = 1.5D0
      X(3) = 0.5D0
      X(4) = 0.2D0
      CALL LMDER1 (FCN, M, N, X, FVEC, FJAC, MAXM, 1.0D-8, INFO, IPVT,
     $             WA, LWA)
      WRITE (*,*) INFO, X
      END

      SUBROUTINE FCN (M, N, X, FVEC, FJAC, LDFJAC, IFLAG)
      INTEGER M, N, LDFJAC, IFLAG, I
      DOUBLE PRECISION X(N), FVEC(M), FJAC(LDFJAC,N), T
      DO 20 I = 1, M
         T = DBLE(I) / DBLE(M)
         IF (IFLAG .EQ. 1) THEN
            FVEC(I) = X(1)*EXP(-X(2)*T) + X(3)*EXP(-X(4)*T)
     $                - 2.0D0*EXP(-3.0D0*T) - EXP(-0.5D0*T)
         ELSE
            FJAC(I,1) = EXP(-X(2)*T)
            FJAC(I,2) = -T*X(1)*EXP(-X(2)*T)
            FJAC(I,3) = EXP(-X(4)*T)
            FJAC(I,4) = -T*X(3)*EXP(-X(4)*T)
         END IF
   20 CONTINUE
      END
