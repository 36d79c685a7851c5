C     Output channel KO is the sum over input channels of 3 by 3 filters W(.,.,KI,KO), cut off below zero.
      SUBROUTINE CONVL4 (NX, NY, NI, NO, W, P, R)
      INTEGER NX, NY, NI, NO, I, J, KI, KO
      REAL W(3,3,NI,NO), P(NX,NY,NI), R(NX,NY,NO), S
      DO 60 KO = 1, NO
         DO 20 J = 1, NY
            DO 10 I = 1, NX
               R(I,J,KO) = 0.0
   10       CONTINUE
   20    CONTINUE
         DO 50 KI = 1, NI
            DO 40 J = 2, NY - 1
               DO 30 I = 2, NX - 1
                  S = W(1,1,KI,KO)*P(I-1,J-1,KI)
     &               + W(2,1,KI,KO)*P(I,J-1,KI)
     &               + W(3,1,KI,KO)*P(I+1,J-1,KI)
     &               + W(1,2,KI,KO)*P(I-1,J,KI)
     &               + W(2,2,KI,KO)*P(I,J,KI)
     &               + W(3,2,KI,KO)*P(I+1,J,KI)
     &               + W(1,3,KI,KO)*P(I-1,J+1,KI)
     &               + W(2,3,KI,KO)*P(I,J+1,KI)
     &               + W(3,3,KI,KO)*P(I+1,J+1,KI)
                  R(I,J,KO) = R(I,J,KO) + S
   30          CONTINUE
   40       CONTINUE
   50    CONTINUE
         DO 58 J = 1, NY
            DO 55 I = 1, NX
               IF (R(I,J,KO) .LT. 0.0) R(I,J,KO) = 0.0
   55       CONTINUE
   58    CONTINUE
   60 CONTINUE
      END
