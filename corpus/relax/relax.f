C     RELAX - POISSON EQUATION ON A RECTANGLE BY THREE RELAXATION
C     METHODS: JACOBI, GAUSS-SEIDEL AND RED-BLACK OVER-RELAXATION.
C     ALL ROUTINES SHARE THE DECLARATIONS IN RELAX.INC.
      PROGRAM RELAX
      INCLUDE 'relax.inc'
      INTEGER METHOD, NIT
      DOUBLE PRECISION CENTRE
      READ (*,*) NX, NY, MAXIT, TOL
      IF (NX .GT. NXMAX .OR. NY .GT. NYMAX) STOP 'GRID TOO LARGE'
      H2 = (1.0D0/NX)**2
      DO 10 METHOD = 1, 3
         CALL START
         CALL SOLVE (METHOD, NIT)
         CENTRE = U(NX/2,NY/2)
         WRITE (*,100) METHOD, NIT, CENTRE
   10 CONTINUE
  100 FORMAT (' METHOD', I2, '  SWEEPS', I6, '  CENTRE', F8.4)
      END
C
C     START VALUES, UNIT SOURCE IN THE MIDDLE THIRD, ONE WARM SIDE
      SUBROUTINE START
      INCLUDE 'relax.inc'
      INTEGER I, J
      DO 10 J = 0, NY
      DO 10 I = 0, NX
         U(I,J) = 0.0D0
         F(I,J) = 0.0D0
   10 CONTINUE
      DO 20 J = NY/3, 2*NY/3
      DO 20 I = NX/3, 2*NX/3
   20    F(I,J) = 10.0D0
      DO 30 I = 0, NX
   30    U(I,NY) = 1.0D0
      END
C
C     SWEEP UNTIL THE LARGEST CHANGE IS BELOW TOL
      SUBROUTINE SOLVE (METHOD, NIT)
      INTEGER METHOD, NIT, IT
      INCLUDE 'relax.inc'
      DOUBLE PRECISION CHANGE
      NIT = MAXIT
      DO 10 IT = 1, MAXIT
         IF (METHOD .EQ. 1) THEN
            CALL JACOBI (CHANGE)
         ELSE IF (METHOD .EQ. 2) THEN
            CALL SEIDEL (CHANGE)
         ELSE
            CHANGE = 0.0D0
            CALL COLOUR (0, CHANGE)
            CALL COLOUR (1, CHANGE)
         END IF
         IF (CHANGE .LT. TOL) THEN
            NIT = IT
            RETURN
         END IF
   10 CONTINUE
      END
C
      SUBROUTINE JACOBI (CHANGE)
      INCLUDE 'relax.inc'
      DOUBLE PRECISION CHANGE, V(NXMAX,NYMAX)
      INTEGER I, J
      CHANGE = 0.0D0
      DO 20 J = 1, NY-1
         DO 10 I = 1, NX-1
            V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     1                       + H2*F(I,J))
            CHANGE = MAX(CHANGE, ABS(V(I,J)-U(I,J)))
   10    CONTINUE
   20 CONTINUE
      DO 30 J = 1, NY-1
      DO 30 I = 1, NX-1
   30    U(I,J) = V(I,J)
      END
C
      SUBROUTINE SEIDEL (CHANGE)
      INCLUDE 'relax.inc'
      DOUBLE PRECISION CHANGE, UNEW
      INTEGER I, J
      CHANGE = 0.0D0
      DO 10 J = 1, NY-1
      DO 10 I = 1, NX-1
         UNEW = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     1                  + H2*F(I,J))
         CHANGE = MAX(CHANGE, ABS(UNEW-U(I,J)))
         U(I,J) = UNEW
   10 CONTINUE
      END
C
C     ONE COLOUR OF THE CHECKER BOARD, STRIDE 2
      SUBROUTINE COLOUR (K, CHANGE)
      INTEGER K, I, J
      INCLUDE 'relax.inc'
      DOUBLE PRECISION CHANGE, DELTA, OMEGA
      PARAMETER (OMEGA = 1.8D0)
      DO 20 J = 1, NY-1
         DO 10 I = 1+MOD(J+K,2), NX-1, 2
            DELTA = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     1                      + H2*F(I,J)) - U(I,J)
            U(I,J) = U(I,J) + OMEGA*DELTA
            CHANGE = MAX(CHANGE, ABS(DELTA))
   10    CONTINUE
   20 CONTINUE
      END
