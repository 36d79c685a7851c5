C     ROOTS - ALL ROOTS OF A POLYNOMIAL AT ONCE (SIMULTANEOUS ITERATION
C     IN DOUBLE COMPLEX ARITHMETIC) AND A MAP OF THE BASINS OF NEWTON'S
C     METHOD IN SINGLE COMPLEX, DRAWN WITH CHARACTERS.
      PROGRAM ROOTS
      INTEGER MAXD, NPOLY, N, I, IP, NIT
      PARAMETER (MAXD = 8, NPOLY = 3)
      DOUBLE COMPLEX C(0:MAXD), Z(MAXD)
      INTEGER DEG(NPOLY), COEF(0:MAXD,NPOLY)
      DATA DEG /3, 4, 6/
      DATA (COEF(I,1), I = 0, 3) /-1, 0, 0, 1/
      DATA (COEF(I,2), I = 0, 4) /24, -50, 35, -10, 1/
      DATA (COEF(I,3), I = 0, 6) /10, 3, 0, 2, 0, -4, 1/
C
      DO 30 IP = 1, NPOLY
         N = DEG(IP)
         DO 10 I = 0, N
   10    C(I) = DCMPLX(COEF(I,IP), 0)
         CALL ALLRTS (N, C, Z, 200, NIT)
         WRITE (*,100) N, NIT
         CALL ORDER (N, Z)
         DO 20 I = 1, N
   20    WRITE (*,110) DREAL(Z(I))+0.0D0, ABS(DIMAG(Z(I)))
   30 CONTINUE
      CALL BASINS (39, 9)
  100 FORMAT (' DEGREE', I2, '  ITERATIONS', I4)
  110 FORMAT (5X, F8.4, '  +-', F8.4, ' I')
      END
C
C     POLYNOMIAL WITH HIGHEST COEFFICIENT 1 BY HORNER'S RULE
      DOUBLE COMPLEX FUNCTION POLY (N, C, Z)
      INTEGER N, K
      DOUBLE COMPLEX C(0:N), Z
      POLY = C(N)
      DO 10 K = N-1, 0, -1
   10 POLY = POLY*Z + C(K)
      END
C
      SUBROUTINE ALLRTS (N, C, Z, MAXIT, NIT)
      INTEGER N, MAXIT, NIT, I, J
      DOUBLE COMPLEX C(0:N), Z(N), POLY, DEN, STEP
      DOUBLE PRECISION BIG
      DO 10 I = 1, N
   10 Z(I) = (0.4D0, 0.9D0)**I
      DO 40 NIT = 1, MAXIT
         BIG = 0.0D0
         DO 30 I = 1, N
            DEN = (1.0D0, 0.0D0)
            DO 20 J = 1, N
               IF (J .NE. I) DEN = DEN*(Z(I) - Z(J))
   20       CONTINUE
            STEP = POLY(N,C,Z(I))/DEN
            Z(I) = Z(I) - STEP
            BIG  = MAX(BIG, ABS(STEP))
   30    CONTINUE
         IF (BIG .LT. 1.0D-10) RETURN
   40 CONTINUE
      NIT = MAXIT
      END
C
C     BY REAL PART, EQUAL ONES BY IMAGINARY PART
      SUBROUTINE ORDER (N, Z)
      INTEGER N, I, J
      DOUBLE COMPLEX Z(N), T
      DO 20 I = 2, N
         T = Z(I)
         DO 10 J = I-1, 1, -1
            IF (DREAL(Z(J)) .LE. DREAL(T) + 1.0D-6) GOTO 20
            Z(J+1) = Z(J)
            Z(J) = T
   10    CONTINUE
   20 CONTINUE
      END
C
C     WHICH CUBE ROOT OF ONE DOES NEWTON'S METHOD FIND
      SUBROUTINE BASINS (NX, NY)
      INTEGER NX, NY, IX, IY, K
      COMPLEX Z, ROOT(3)
      CHARACTER*80 ROW
      CHARACTER*4 SIGNS
      DATA SIGNS /'.+o '/
      DATA ROOT /(1.0,0.0), (-0.5,0.8660254), (-0.5,-0.8660254)/
      DO 40 IY = NY, 1, -1
         ROW = ' '
         DO 30 IX = 1, NX
            Z = CMPLX(0.13 + 3.0*(IX-1)/REAL(NX-1) - 1.5,
     1                0.07 + 2.4*(IY-1)/REAL(NY-1) - 1.2)
            CALL NEWTON (Z, 40)
            DO 10 K = 1, 3
               IF (CABS(Z-ROOT(K)) .LT. 1.0E-2) GOTO 20
   10       CONTINUE
            K = 4
   20       ROW(IX:IX) = SIGNS(K:K)
   30    CONTINUE
         WRITE (*,'(1X,A)') ROW(1:NX)
   40 CONTINUE
      END
C
      SUBROUTINE NEWTON (Z, MAXIT)
      COMPLEX Z, STEP
      INTEGER MAXIT, IT
      DO 10 IT = 1, MAXIT
         STEP = (Z**3 - 1.0)/(3.0*Z**2)
         Z = Z - STEP
         IF (ABS(REAL(STEP)) + ABS(AIMAG(STEP)) .LT. 1.0E-4) RETURN
   10 CONTINUE
      END
