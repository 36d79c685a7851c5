C     TRIDIA - HEAT CONDUCTION IN A ROD, METHOD OF CRANK AND NICOLSON,
C     TRIDIAGONAL SYSTEMS BY ELIMINATION WITHOUT PIVOTING.
C     WORK ARRAYS SHARE STORAGE THROUGH EQUIVALENCE, FAILURE IS
C     REPORTED THROUGH AN ALTERNATE RETURN.
      PROGRAM TRIDIA
      INTEGER MAXN
      PARAMETER (MAXN = 200)
      DOUBLE PRECISION U(0:MAXN), WORK(4*MAXN)
      DOUBLE PRECISION LOW(MAXN), DIA(MAXN), UPP(MAXN), RHS(MAXN)
      EQUIVALENCE (WORK(1),LOW(1)), (WORK(MAXN+1),DIA(1))
      EQUIVALENCE (WORK(2*MAXN+1),UPP(1)), (WORK(3*MAXN+1),RHS(1))
      INTEGER N, I, ISTEP, NSTEPS
      DOUBLE PRECISION H, DT, R, PI, T, EXACT
C
      READ (*,*) N, NSTEPS, DT
      IF (N .LT. 2 .OR. N .GT. MAXN) THEN
         WRITE (*,*) 'BAD NUMBER OF INTERVALS', N
         STOP
      ENDIF
      PI = 4.0D0*DATAN(1.0D0)
      H  = 1.0D0/N
      R  = 0.5D0*DT/H**2
      DO 10 I = 1, 4*MAXN
   10    WORK(I) = 0.0D0
      DO 20 I = 0, N
   20    U(I) = DSIN(PI*I*H)
      U(0) = 0.0D0
      U(N) = 0.0D0
C
      DO 50 ISTEP = 1, NSTEPS
         DO 30 I = 1, N-1
            LOW(I) = -R
            DIA(I) = 1.0D0 + 2.0D0*R
            UPP(I) = -R
            RHS(I) = U(I) + R*(U(I-1) - 2.0D0*U(I) + U(I+1))
   30    CONTINUE
         CALL TRISOL (N-1, LOW, DIA, UPP, RHS, *90)
         DO 40 I = 1, N-1
            U(I) = RHS(I)
   40    CONTINUE
         IF (MOD(ISTEP,MAX0(NSTEPS/4,1)) .EQ. 0) THEN
            T = ISTEP*DT
            EXACT = DEXP(-PI**2*T)
            WRITE (*,100) ISTEP, T, U(N/2), EXACT
         ENDIF
   50 CONTINUE
      WRITE (*,110) (U(I), I = 0, N, MAX0(N/5,1))
      STOP
   90 WRITE (*,*) 'ZERO PIVOT IN STEP', ISTEP
      STOP
  100 FORMAT (' STEP', I5, '  TIME', F8.4, '  CENTRE', F8.4,
     1        '  EXACT', F8.4)
  110 FORMAT (' PROFILE', 6F8.4)
      END
C
C     A(I)*X(I-1) + B(I)*X(I) + C(I)*X(I+1) = D(I).  B AND D ARE LOST,
C     THE SOLUTION IS RETURNED IN D.  RETURN 1 IF A PIVOT VANISHES.
      SUBROUTINE TRISOL (N, A, B, C, D, *)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N), D(N), F
      IF (B(1) .EQ. 0.0D0) RETURN 1
      DO 10 I = 2, N
         F = A(I)/B(I-1)
         B(I) = B(I) - F*C(I-1)
         D(I) = D(I) - F*D(I-1)
         IF (B(I) .EQ. 0.0D0) RETURN 1
   10 CONTINUE
      D(N) = D(N)/B(N)
      DO 20 I = N-1, 1, -1
         D(I) = (D(I) - C(I)*D(I+1))/B(I)
   20 CONTINUE
      RETURN
      END
