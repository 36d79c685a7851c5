C     WAVEQ - VIBRATING STRING, EXPLICIT SECOND ORDER SCHEME, WITH THREE
C     KINDS OF BOUNDARY.  SELECT CASE, DO WHILE, ALTERNATE RETURNS.
      PROGRAM WAVEQ
      IMPLICIT NONE
      INTEGER MAXN, NCASE, N, IC, KIND, NSTEP, LEVEL
      PARAMETER (MAXN = 400, NCASE = 5)
      DOUBLE PRECISION U(0:MAXN,3), T, DT, TEND, COUR, ENERGY
      INTEGER KINDS(NCASE)
      DOUBLE PRECISION COURS(NCASE)
      CHARACTER*10 NAME
      DATA KINDS /1, 2, 3, 1, 7/
      DATA COURS /0.8D0, 0.8D0, 0.5D0, 1.2D0, 0.5D0/
C
      N = 200
      TEND = 1.75D0
      DO 30 IC = 1, NCASE
         KIND = KINDS(IC)
         COUR = COURS(IC)
         SELECT CASE (KIND)
         CASE (1)
            NAME = 'FIXED ENDS'
         CASE (2)
            NAME = 'FREE ENDS'
         CASE (3)
            NAME = 'PERIODIC'
         CASE DEFAULT
            NAME = 'UNKNOWN'
         END SELECT
         CALL PLUCK (N, U)
         DT = COUR/N
         T  = 0.0D0
         NSTEP = 0
         LEVEL = 2
         DO WHILE (T + 0.5D0*DT .LT. TEND)
            CALL ADVANC (N, U(0,1), U(0,2), U(0,3), COUR**2, KIND,
     1                   *10, *20)
            T = T + DT
            NSTEP = NSTEP + 1
         END DO
         WRITE (*,100) NAME, NSTEP, U(N/2,LEVEL), ENERGY(N,U,DT)
         GOTO 30
   10    WRITE (*,110) NAME, 'UNSTABLE AFTER', NSTEP
         GOTO 30
   20    WRITE (*,110) NAME, 'BOUNDARY KIND ', KIND
   30 CONTINUE
  100 FORMAT (1X, A, ' STEPS', I5, '  MIDDLE', F8.3, '  ENERGY', F8.3)
  110 FORMAT (1X, A, 1X, A, I5)
      END
C
C     BELL SHAPED START AT REST
      SUBROUTINE PLUCK (N, U)
      IMPLICIT NONE
      INTEGER N, I, L, MAXN
      PARAMETER (MAXN = 400)
      DOUBLE PRECISION U(0:MAXN,3), X
      DO 20 L = 1, 3
         DO 10 I = 0, N
            X = DBLE(I)/N
            U(I,L) = EXP(-200.0D0*(X-0.3D0)**2)
   10    CONTINUE
   20 CONTINUE
      END
C
C     ONE STEP: NEW (W) FROM NOW (V) AND BEFORE (U), THEN SHIFT.
C     RETURN 1 IF THE SOLUTION GROWS, RETURN 2 FOR A WRONG KIND
      SUBROUTINE ADVANC (N, U, V, W, C2, KIND, *, *)
      IMPLICIT NONE
      INTEGER N, KIND, I
      DOUBLE PRECISION U(0:N), V(0:N), W(0:N), C2, BIG
      DO 10 I = 1, N-1
   10 W(I) = 2.0D0*V(I) - U(I) + C2*(V(I-1) - 2.0D0*V(I) + V(I+1))
      SELECT CASE (KIND)
      CASE (1)
         W(0) = 0.0D0
         W(N) = 0.0D0
      CASE (2)
         W(0) = 2.0D0*V(0) - U(0) + 2.0D0*C2*(V(1)-V(0))
         W(N) = 2.0D0*V(N) - U(N) + 2.0D0*C2*(V(N-1)-V(N))
      CASE (3)
         W(0) = 2.0D0*V(0) - U(0) + C2*(V(N-1) - 2.0D0*V(0) + V(1))
         W(N) = W(0)
      CASE (:0, 4:)
         RETURN 2
      END SELECT
      BIG = 0.0D0
      DO 20 I = 0, N
         BIG  = MAX(BIG, ABS(W(I)))
         U(I) = V(I)
         V(I) = W(I)
   20 CONTINUE
      IF (BIG .GT. 10.0D0) RETURN 1
      END
C
      DOUBLE PRECISION FUNCTION ENERGY (N, U, DT)
      IMPLICIT NONE
      INTEGER N, I, MAXN
      PARAMETER (MAXN = 400)
      DOUBLE PRECISION U(0:MAXN,3), DT
      ENERGY = 0.0D0
      DO 10 I = 1, N
   10 ENERGY = ENERGY + 0.5D0*N*((U(I,2)-U(I-1,2))**2)
     1         + 0.5D0*((U(I,2)-U(I,1))/DT)**2/N
      END
