C     REVCOM - ROOT FINDING BY REVERSE COMMUNICATION.  THE SOLVER NEVER
C     CALLS THE FUNCTION.  IT RETURNS TO ITS CALLER WITH A REQUEST FOR A
C     VALUE AND GOES ON WHERE IT STOPPED WHEN IT IS CALLED AGAIN.  ITS
C     ITERATION IS A LOOP ONLY TOGETHER WITH THE LOOP OF THE CALLER.
      PROGRAM REVCOM
      INTEGER NCASE, ICASE, IDO, NEVAL
      PARAMETER (NCASE = 4)
      DOUBLE PRECISION A(NCASE), B(NCASE), X, FX, TOL
      DATA A /0.0D0, 1.0D0, 0.0D0, 2.0D0/
      DATA B /1.0D0, 3.0D0, 4.0D0, 3.0D0/
      DATA TOL /1.0D-9/
C
      DO 50 ICASE = 1, NCASE
         IDO   = 0
         NEVAL = 0
         FX    = 0.0D0
   10    CALL ROOT (IDO, A(ICASE), B(ICASE), TOL, X, FX)
         IF (IDO .EQ. 1) THEN
            CALL FCN (ICASE, X, FX)
            NEVAL = NEVAL + 1
            GOTO 10
         END IF
         IF (IDO .EQ. 2) WRITE (*,100) ICASE, X, NEVAL
         IF (IDO .EQ. 3) WRITE (*,110) ICASE
   50 CONTINUE
  100 FORMAT (' CASE', I2, '  ROOT', F10.5, '  EVALUATIONS', I4)
  110 FORMAT (' CASE', I2, '  NO CHANGE OF SIGN')
      END
C
      SUBROUTINE FCN (K, X, F)
      INTEGER K
      DOUBLE PRECISION X, F
      GOTO (1, 2, 3, 4), K
    1 F = COS(X) - X
      RETURN
    2 F = X**3 - 2.0D0*X - 5.0D0
      RETURN
    3 F = EXP(-X) - 0.1D0
      RETURN
    4 F = X*X + 1.0D0
      END
C
C     BRACKETING ROOT FINDER: REGULA FALSI WITH HALVED END VALUE,
C     BISECTION EVERY FOURTH TIME.
C     IDO = 0 START, 1 CALLER SHALL SET FX = F(X), 2 DONE, 3 NO BRACKET
      SUBROUTINE ROOT (IDO, A, B, TOL, X, FX)
      INTEGER IDO, ISTATE, NIT, ISIDE
      DOUBLE PRECISION A, B, TOL, X, FX, XL, XR, FL, FR
      SAVE XL, XR, FL, FR, ISTATE, NIT, ISIDE
      IF (IDO .EQ. 0) ISTATE = 1
      GOTO (10, 20, 30, 60), ISTATE
C     --- LEFT END
   10 XL = A
      X  = A
      ISTATE = 2
      IDO = 1
      RETURN
C     --- RIGHT END
   20 FL = FX
      XR = B
      X  = B
      ISTATE = 3
      RETURN
   30 FR = FX
      IF (FL*FR .GT. 0.0D0) THEN
         IDO = 3
         RETURN
      END IF
      NIT = 0
      ISIDE = 0
C     --- LOOP, ENTERED HERE THE FIRST TIME ...
   40 IF (XR-XL .LE. TOL) GOTO 90
      NIT = NIT + 1
      IF (MOD(NIT,4) .EQ. 0) THEN
         X = 0.5D0*(XL + XR)
      ELSE
         X = XR - FR*(XR-XL)/(FR-FL)
      END IF
      ISTATE = 4
      RETURN
C     --- ... AND HERE EVERY TIME A VALUE HAS BEEN SUPPLIED
   60 IF (FX .EQ. 0.0D0 .OR. NIT .GE. 100) GOTO 95
      IF (FL*FX .GT. 0.0D0) THEN
         XL = X
         FL = FX
         IF (ISIDE .EQ. -1) FR = 0.5D0*FR
         ISIDE = -1
      ELSE
         XR = X
         FR = FX
         IF (ISIDE .EQ. 1) FL = 0.5D0*FL
         ISIDE = 1
      END IF
      GOTO 40
   90 X = 0.5D0*(XL + XR)
   95 IDO = 2
      RETURN
      END
