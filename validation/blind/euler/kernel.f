      SUBROUTINE EULER (N, DTDX, GAM, U, W, F)
C     One step of the one-dimensional Euler equations: piecewise linear
C     states with the minmod limiter, HLL fluxes. U is density, momentum
C     and energy; W density, velocity and pressure. The two cells at
C     either end are kept as they are.
      INTEGER N, I, K
      DOUBLE PRECISION DTDX, GAM, U(3,N), W(3,N), F(3,N)
      DOUBLE PRECISION WL(3), WR(3), XMINMD
      DO 10 I = 1, N
         W(1,I) = U(1,I)
         W(2,I) = U(2,I)/U(1,I)
         W(3,I) = (GAM - 1.0D0)*(U(3,I) - 0.5D0*U(2,I)*W(2,I))
   10 CONTINUE
C     F(.,I) is the flux between the cells I and I+1.
      DO 30 I = 2, N - 2
         DO 20 K = 1, 3
            WL(K) = W(K,I) + 0.5D0*XMINMD(W(K,I) - W(K,I-1),
     &                                    W(K,I+1) - W(K,I))
            WR(K) = W(K,I+1) - 0.5D0*XMINMD(W(K,I+1) - W(K,I),
     &                                      W(K,I+2) - W(K,I+1))
   20    CONTINUE
         CALL HLL (GAM, WL, WR, F(1,I))
   30 CONTINUE
      DO 50 I = 3, N - 2
         DO 40 K = 1, 3
            U(K,I) = U(K,I) - DTDX*(F(K,I) - F(K,I-1))
   40    CONTINUE
   50 CONTINUE
      END

      DOUBLE PRECISION FUNCTION XMINMD (A, B)
      DOUBLE PRECISION A, B
      IF (A*B .LE. 0.0D0) THEN
         XMINMD = 0.0D0
      ELSE IF (ABS(A) .LT. ABS(B)) THEN
         XMINMD = A
      ELSE
         XMINMD = B
      END IF
      END

      SUBROUTINE HLL (GAM, WL, WR, F)
C     Flux of Harten, Lax and van Leer between two states.
      DOUBLE PRECISION GAM, WL(3), WR(3), F(3), FL(3), FR(3)
      DOUBLE PRECISION CL, CR, SL, SR, EL, ER
      EL = WL(3)/(GAM - 1.0D0) + 0.5D0*WL(1)*WL(2)**2
      ER = WR(3)/(GAM - 1.0D0) + 0.5D0*WR(1)*WR(2)**2
      CL = SQRT(GAM*WL(3)/WL(1))
      CR = SQRT(GAM*WR(3)/WR(1))
      SL = MIN(WL(2) - CL, WR(2) - CR)
      SR = MAX(WL(2) + CL, WR(2) + CR)
      FL(1) = WL(1)*WL(2)
      FL(2) = FL(1)*WL(2) + WL(3)
      FL(3) = WL(2)*(EL + WL(3))
      FR(1) = WR(1)*WR(2)
      FR(2) = FR(1)*WR(2) + WR(3)
      FR(3) = WR(2)*(ER + WR(3))
      IF (SL .GE. 0.0D0) THEN
         F(1) = FL(1)
         F(2) = FL(2)
         F(3) = FL(3)
      ELSE IF (SR .LE. 0.0D0) THEN
         F(1) = FR(1)
         F(2) = FR(2)
         F(3) = FR(3)
      ELSE
         F(1) = (SR*FL(1) - SL*FR(1) + SL*SR*(WR(1) - WL(1)))/(SR - SL)
         F(2) = (SR*FL(2) - SL*FR(2) + SL*SR*(WR(1)*WR(2) - WL(1)*WL(2)
     &          ))/(SR - SL)
         F(3) = (SR*FL(3) - SL*FR(3) + SL*SR*(ER - EL))/(SR - SL)
      END IF
      END
