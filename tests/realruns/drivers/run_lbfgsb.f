C     A smooth function of many variables within bounds.
      PROGRAM TLBFGS
      INTEGER NMAX, MMAX, N, M, I
      PARAMETER (NMAX = 100, MMAX = 8)
      CHARACTER*60 TASK, CSAVE
      LOGICAL LSAVE(4)
      INTEGER NBD(NMAX), IWA(3*NMAX), ISAVE(44)
      DOUBLE PRECISION X(NMAX), L(NMAX), U(NMAX), G(NMAX), DSAVE(29), F
      DOUBLE PRECISION WA(2*MMAX*NMAX + 5*NMAX + 11*MMAX*MMAX + 8*MMAX)
      READ (*,*) N, M
      DO 10 I = 1, N
         NBD(I) = 2
         L(I) = -3.0D0
         U(I) = 3.0D0
         IF (MOD(I, 2) .EQ. 1) L(I) = 0.5D0
         X(I) = 2.5D0
   10 CONTINUE
      TASK = 'START'
   20 CONTINUE
      CALL SETULB (N, M, X, L, U, NBD, F, G, 1.0D7, 1.0D-5, WA, IWA,
     $             TASK, -1, CSAVE, LSAVE, ISAVE, DSAVE, 20)
      IF (TASK(1:2) .EQ. 'FG') THEN
         CALL VALUE (N, X, F, G)
         GO TO 20
      END IF
      IF (TASK(1:5) .EQ. 'NEW_X') GO TO 20
      WRITE (*,*) F
      END

      SUBROUTINE VALUE (N, X, F, G)
      INTEGER N, I
      DOUBLE PRECISION X(N), G(N), F, T
      F = 0.25D0*(X(1) - 1.0D0)**2
      G(1) = 0.5D0*(X(1) - 1.0D0)
      DO 10 I = 2, N
         T = X(I) - X(I-1)**2
         F = F + T*T
         G(I) = 2.0D0*T
         G(I-1) = G(I-1) - 4.0D0*T*X(I-1)
   10 CONTINUE
      END
