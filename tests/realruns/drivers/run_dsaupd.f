C     A few eigenvalues of the Laplacian on a line, by Lanczos.
      PROGRAM TSAUPD
      INTEGER MAXN, MAXNCV, LWORKL, N, NEV, NCV, IDO, INFO, I
      PARAMETER (MAXN = 300, MAXNCV = 24, LWORKL = MAXNCV*(MAXNCV + 8))
      DOUBLE PRECISION RESID(MAXN), V(MAXN,MAXNCV), WORKD(3*MAXN)
      DOUBLE PRECISION WORKL(LWORKL), D(MAXNCV), SIGMA, TOL
      INTEGER IPARAM(11), IPNTR(11)
      LOGICAL SELECT(MAXNCV)
      READ (*,*) N, NEV, NCV
      DO 10 I = 1, N
         RESID(I) = 1.0D0 + DBLE(MOD(I, 7)) / 7.0D0
   10 CONTINUE
      TOL = 0.0D0
      IDO = 0
      INFO = 1
      IPARAM(1) = 1
      IPARAM(3) = 300
      IPARAM(4) = 1
      IPARAM(7) = 1
   20 CONTINUE
      CALL DSAUPD (IDO, 'I', N, 'LM', NEV, TOL, RESID, NCV, V, MAXN,
     $             IPARAM, IPNTR, WORKD, WORKL, LWORKL, INFO)
      IF (IDO .EQ. -1 .OR. IDO .EQ. 1) THEN
         CALL APPLY (N, WORKD(IPNTR(1)), WORKD(IPNTR(2)))
         GO TO 20
      END IF
      IF (INFO .LT. 0) STOP 1
      CALL DSEUPD (.TRUE., 'A', SELECT, D, V, MAXN, SIGMA, 'I', N, 'LM',
     $             NEV, TOL, RESID, NCV, V, MAXN, IPARAM, IPNTR,
     $             WORKD, WORKL, LWORKL, INFO)
      WRITE (*,*) INFO, IPARAM(5), D(1)
      END

      SUBROUTINE APPLY (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      Y(1) = 2.0D0*X(1) - X(2)
      DO 10 I = 2, N - 1
         Y(I) = 2.0D0*X(I) - X(I-1) - X(I+1)
   10 CONTINUE
      Y(N) = 2.0D0*X(N) - X(N-1)
      END
