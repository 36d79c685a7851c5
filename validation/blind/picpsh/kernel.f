      SUBROUTINE PICPSH (NP, NG, DT, X, V, RHO, E)
C     One step of a one-dimensional electrostatic particle-in-cell code
C     on a periodic grid of NG cells of unit length: linear weighting,
C     field by integration of the charge, leap-frog push.
      INTEGER NP, NG, I, J, J1
      DOUBLE PRECISION DT, X(NP), V(NP), RHO(NG), E(NG)
      DOUBLE PRECISION W, Q, XLEN, S
      XLEN = DBLE(NG)
      Q = DBLE(NG)/DBLE(NP)
      DO 10 J = 1, NG
         RHO(J) = -1.0D0
   10 CONTINUE
      DO 20 I = 1, NP
         J = INT(X(I))
         W = X(I) - J
         J = J + 1
         J1 = J + 1
         IF (J1 .GT. NG) J1 = 1
         RHO(J) = RHO(J) + Q*(1.0D0 - W)
         RHO(J1) = RHO(J1) + Q*W
   20 CONTINUE
      E(1) = 0.0D0
      S = 0.0D0
      DO 30 J = 2, NG
         E(J) = E(J-1) + 0.5D0*(RHO(J-1) + RHO(J))
         S = S + E(J)
   30 CONTINUE
      S = S/NG
      DO 40 J = 1, NG
         E(J) = E(J) - S
   40 CONTINUE
      DO 50 I = 1, NP
         J = INT(X(I))
         W = X(I) - J
         J = J + 1
         J1 = J + 1
         IF (J1 .GT. NG) J1 = 1
         V(I) = V(I) - DT*((1.0D0 - W)*E(J) + W*E(J1))
         X(I) = X(I) + DT*V(I)
         IF (X(I) .LT. 0.0D0) X(I) = X(I) + XLEN
         IF (X(I) .GE. XLEN) X(I) = X(I) - XLEN
   50 CONTINUE
      END
