C     RKODE - ORDINARY DIFFERENTIAL EQUATIONS BY RUNGE-KUTTA METHODS:
C     CLASSICAL FOURTH ORDER WITH A FIXED STEP, AND A SECOND/THIRD
C     ORDER PAIR WITH STEP SIZE CONTROL.  THE OUTPUT LOOP RUNS OVER A
C     REAL VARIABLE.
      PROGRAM RKODE
      IMPLICIT NONE
      INTEGER NEQ, NSTEP, NGOOD, NBAD
      PARAMETER (NEQ = 4, NSTEP = 200)
      DOUBLE PRECISION Y(NEQ), T, ENERGY, E0
      REAL TOUT
      EXTERNAL ORBIT, VANPOL
C
C     --- KEPLER ORBIT, ECCENTRICITY 0.3
      Y(1) = 0.7D0
      Y(2) = 0.0D0
      Y(3) = 0.0D0
      Y(4) = SQRT(1.3D0/0.7D0)
      E0 = ENERGY(Y)
      T  = 0.0D0
      DO 10 TOUT = 1.5, 6.0, 1.5
         CALL RK4 (ORBIT, NEQ, NSTEP, T, DBLE(TOUT), Y)
         WRITE (*,100) TOUT, Y(1), Y(2)
   10 CONTINUE
      IF (ABS(ENERGY(Y)/E0-1.0D0) .LT. 1.0D-6) THEN
         WRITE (*,*) 'ORBIT ENERGY KEPT'
      ELSE
         WRITE (*,*) 'ORBIT ENERGY LOST'
      END IF
C
C     --- RELAXATION OSCILLATOR WITH STEP CONTROL
      Y(1) = 2.0D0
      Y(2) = 0.0D0
      CALL RKVAR (VANPOL, 2, 0.0D0, 10.0D0, Y, 1.0D-5, NGOOD, NBAD, *20)
      WRITE (*,110) Y(1), NGOOD, NBAD
C     --- THE SAME WITH AN IMPOSSIBLE TOLERANCE
      CALL RKVAR (VANPOL, 2, 0.0D0, 10.0D0, Y, 0.0D0, NGOOD, NBAD, *20)
      STOP
   20 WRITE (*,*) 'STEP BECAME TOO SMALL'
  100 FORMAT (' T', F5.1, '   X', F9.4, '   Y', F9.4)
  110 FORMAT (' OSCILLATOR', F9.3, '  STEPS TAKEN', I5, '  REFUSED', I4)
      END
C
C     NSTEP FIXED STEPS FROM T TO TEND
      SUBROUTINE RK4 (DERIV, N, NSTEP, T, TEND, Y)
      IMPLICIT NONE
      INTEGER N, NSTEP, I, ISTEP, K, MAXN
      PARAMETER (MAXN = 10)
      DOUBLE PRECISION T, TEND, Y(N), H, A(4), B(4)
      DOUBLE PRECISION D(MAXN), YS(MAXN), SUM(MAXN)
      EXTERNAL DERIV
      DATA A /0.0D0, 2*0.5D0, 1.0D0/, B /1.0D0, 2*2.0D0, 1.0D0/
      H = (TEND-T)/NSTEP
      DO 40 ISTEP = 1, NSTEP
         DO 10 I = 1, N
            SUM(I) = 0.0D0
            D(I)   = 0.0D0
   10    CONTINUE
         DO 30 K = 1, 4
            DO 20 I = 1, N
   20          YS(I) = Y(I) + A(K)*H*D(I)
            CALL DERIV (T+A(K)*H, YS, D)
            DO 30 I = 1, N
   30          SUM(I) = SUM(I) + B(K)*D(I)
         DO 35 I = 1, N
   35       Y(I) = Y(I) + H*SUM(I)/6.0D0
         T = T + H
   40 CONTINUE
      T = TEND
      END
C
C     STEP CONTROL WITH A TWO AND A THREE STAGE FORMULA
      SUBROUTINE RKVAR (DERIV, N, T0, TEND, Y, TOL, NGOOD, NBAD, *)
      IMPLICIT NONE
      INTEGER N, NGOOD, NBAD, I, MAXN
      PARAMETER (MAXN = 10)
      DOUBLE PRECISION T0, TEND, Y(N), TOL, T, H, ERR
      DOUBLE PRECISION D1(MAXN), D2(MAXN), D3(MAXN), YS(MAXN)
      EXTERNAL DERIV
      T = T0
      H = 0.01D0*(TEND-T0)
      NGOOD = 0
      NBAD  = 0
   10 IF (T .GE. TEND) RETURN
      H = MIN(H, TEND-T)
      IF (H .LT. 1.0D-7) GOTO 60
      CALL DERIV (T, Y, D1)
      DO 20 I = 1, N
   20    YS(I) = Y(I) + H*D1(I)
      CALL DERIV (T+H, YS, D2)
      DO 30 I = 1, N
   30    YS(I) = Y(I) + 0.25D0*H*(D1(I)+D2(I))
      CALL DERIV (T+0.5D0*H, YS, D3)
      ERR = 0.0D0
      DO 40 I = 1, N
   40    ERR = MAX(ERR, ABS(H*(D1(I)+D2(I)-2.0D0*D3(I))/3.0D0))
      IF (ERR .LE. TOL) THEN
         T = T + H
         DO 50 I = 1, N
   50       Y(I) = Y(I) + H*(D1(I)+D2(I)+4.0D0*D3(I))/6.0D0
         NGOOD = NGOOD + 1
         H = H*MIN(2.0D0, 0.9D0*(TOL/MAX(ERR,1.0D-30))**(1.0D0/3.0D0))
      ELSE
         NBAD = NBAD + 1
         H = 0.5D0*H
      END IF
      GOTO 10
   60 IF (TEND-T .LE. 1.0D-7) RETURN
      RETURN 1
      END
C
      SUBROUTINE ORBIT (T, Y, D)
      DOUBLE PRECISION T, Y(4), D(4), R3
      R3 = SQRT(Y(1)**2 + Y(2)**2)**3
      D(1) = Y(3)
      D(2) = Y(4)
      D(3) = -Y(1)/R3
      D(4) = -Y(2)/R3
      END
C
      DOUBLE PRECISION FUNCTION ENERGY (Y)
      DOUBLE PRECISION Y(4)
      ENERGY = 0.5D0*(Y(3)**2+Y(4)**2) - 1.0D0/SQRT(Y(1)**2+Y(2)**2)
      END
C
      SUBROUTINE VANPOL (T, Y, D)
      DOUBLE PRECISION T, Y(2), D(2)
      D(1) = Y(2)
      D(2) = 2.0D0*(1.0D0-Y(1)**2)*Y(2) - Y(1)
      END
