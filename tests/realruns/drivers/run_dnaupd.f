C     A few eigenvalues of a convection-diffusion operator, by Arnoldi.
      PROGRAM TNAUPD
      INTEGER MAXN, MAXNCV, LWORKL, N, NEV, NCV, IDO, INFO, I
      PARAMETER (MAXN = 300, MAXNCV = 24)
      PARAMETER (LWORKL = 3*MAXNCV**2 + 6*MAXNCV)
      DOUBLE PRECISION RESID(MAXN), V(MAXN,MAXNCV), WORKD(3*MAXN)
      DOUBLE PRECISION WORKL(LWORKL), TOL
      INTEGER IPARAM(11), IPNTR(14)
      READ (*,*) N, NEV, NCV
      DO 10 I = 1, N
         RESID(I) = 1.0D0 + DBLE(MOD(I, 5)) / 5.0D0
   10 CONTINUE
      TOL = 1.0D-8
      IDO = 0
      INFO = 1
      IPARAM(1) = 1
      IPARAM(3) = 300
      IPARAM(4) = 1
      IPARAM(7) = 1
   20 CONTINUE
      CALL DNAUPD (IDO, 'I', N, 'LM', NEV, TOL, RESID, NCV, V, MAXN,
     $             IPARAM, IPNTR, WORKD, WORKL, LWORKL, INFO)
      IF (IDO .EQ. -1 .OR. IDO .EQ. 1) THEN
         CALL APPLY (N, WORKD(IPNTR(1)), WORKD(IPNTR(2)))
         GO TO 20
      END IF
      WRITE (*,*) INFO, IPARAM(5), WORKL(1)
      END

      SUBROUTINE APPLY (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      Y(1) = 2.0D0*X(1) - 0.5D0*X(2)
      DO 10 I = 2, N - 1
         Y(I) = 2.0D0*X(I) - 1.5D0*X(I-1) - 0.5D0*X(I+1)
   10 CONTINUE
      Y(N) = 2.0D0*X(N) - 1.5D0*X(N-1)
      END
