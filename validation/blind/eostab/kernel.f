      SUBROUTINE EOSTAB (N, NR, NT, RMIN, DR, TMIN, DTL, PT, ET, RHO,
     &                   TEMP, P, E)
C     Pressure and energy from an equation-of-state table, bilinear in
C     the logarithms of density and temperature; PT and ET hold
C     logarithms too. Points outside are extrapolated from the edge.
      INTEGER N, NR, NT, I, IR, IT
      DOUBLE PRECISION RMIN, DR, TMIN, DTL, PT(NR,NT), ET(NR,NT)
      DOUBLE PRECISION RHO(N), TEMP(N), P(N), E(N), R, T, F, G
      DOUBLE PRECISION W11, W21, W12, W22
      DO 10 I = 1, N
         R = (LOG(RHO(I)) - RMIN)/DR
         T = (LOG(TEMP(I)) - TMIN)/DTL
         IR = MAX(1, MIN(NR - 1, INT(R) + 1))
         IT = MAX(1, MIN(NT - 1, INT(T) + 1))
         F = R - (IR - 1)
         G = T - (IT - 1)
         W11 = (1.0D0 - F)*(1.0D0 - G)
         W21 = F*(1.0D0 - G)
         W12 = (1.0D0 - F)*G
         W22 = F*G
         P(I) = EXP(W11*PT(IR,IT) + W21*PT(IR+1,IT)
     &            + W12*PT(IR,IT+1) + W22*PT(IR+1,IT+1))
         E(I) = EXP(W11*ET(IR,IT) + W21*ET(IR+1,IT)
     &            + W12*ET(IR,IT+1) + W22*ET(IR+1,IT+1))
   10 CONTINUE
      END
