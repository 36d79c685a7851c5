C     Lennard-Jones forces in a periodic box, pairs beyond the cut-off left out; returns the energy.
      DOUBLE PRECISION FUNCTION LJONES (N, BOX, RCUT, X, Y, Z,
     &   FX, FY, FZ)
      INTEGER N, I, J
      DOUBLE PRECISION BOX, RCUT, X(N), Y(N), Z(N), FX(N), FY(N), FZ(N)
      DOUBLE PRECISION DX, DY, DZ, R2, S6, F, ENERGY, HALF
      HALF = BOX/2.0D0
      ENERGY = 0.0D0
      DO I = 1, N
         DO J = I + 1, N
            DX = X(I) - X(J)
            DY = Y(I) - Y(J)
            DZ = Z(I) - Z(J)
            IF (DX .GT. HALF) DX = DX - BOX
            IF (DX .LT. -HALF) DX = DX + BOX
            IF (DY .GT. HALF) DY = DY - BOX
            IF (DY .LT. -HALF) DY = DY + BOX
            IF (DZ .GT. HALF) DZ = DZ - BOX
            IF (DZ .LT. -HALF) DZ = DZ + BOX
            R2 = DX*DX + DY*DY + DZ*DZ
            IF (R2 .LT. RCUT*RCUT) THEN
               S6 = 1.0D0/(R2*R2*R2)
               ENERGY = ENERGY + 4.0D0*S6*(S6 - 1.0D0)
               F = 48.0D0*S6*(S6 - 0.5D0)/R2
               FX(I) = FX(I) + F*DX
               FY(I) = FY(I) + F*DY
               FZ(I) = FZ(I) + F*DZ
               FX(J) = FX(J) - F*DX
               FY(J) = FY(J) - F*DY
               FZ(J) = FZ(J) - F*DZ
            END IF
         END DO
      END DO
      LJONES = ENERGY
      RETURN
      END
