C     Lennard-Jones forces on N particles in a periodic cube of side BOX, by linked cells: NC cells along each side, NC >= 3.
C     CUT: no interaction beyond this distance, at most BOX/NC. EPOT: the potential energy.
      SUBROUTINE FORCES (N, BOX, CUT, NC, X, Y, Z, FX, FY, FZ, EPOT,
     &   LHEAD, LNEXT)
      INTEGER N, NC, LHEAD(0:NC-1,0:NC-1,0:NC-1), LNEXT(N)
      INTEGER I, J, IX, IY, IZ, JX, JY, JZ, KX, KY, KZ
      DOUBLE PRECISION BOX, CUT, X(N), Y(N), Z(N), FX(N), FY(N), FZ(N)
      DOUBLE PRECISION EPOT, SIDE, CUT2, DX, DY, DZ, R2, RI2, RI6, FF
      SIDE = BOX/NC
      CUT2 = CUT*CUT
      EPOT = 0.0D0
      DO 12 IZ = 0, NC - 1
         DO 11 IY = 0, NC - 1
            DO 10 IX = 0, NC - 1
               LHEAD(IX,IY,IZ) = 0
   10       CONTINUE
   11    CONTINUE
   12 CONTINUE
      DO 20 I = 1, N
         FX(I) = 0.0D0
         FY(I) = 0.0D0
         FZ(I) = 0.0D0
         IX = MIN(INT(X(I)/SIDE), NC - 1)
         IY = MIN(INT(Y(I)/SIDE), NC - 1)
         IZ = MIN(INT(Z(I)/SIDE), NC - 1)
         LNEXT(I) = LHEAD(IX,IY,IZ)
         LHEAD(IX,IY,IZ) = I
   20 CONTINUE
      DO 90 I = 1, N
         IX = MIN(INT(X(I)/SIDE), NC - 1)
         IY = MIN(INT(Y(I)/SIDE), NC - 1)
         IZ = MIN(INT(Z(I)/SIDE), NC - 1)
         DO 80 KZ = IZ - 1, IZ + 1
            JZ = MOD(KZ + NC, NC)
            DO 70 KY = IY - 1, IY + 1
               JY = MOD(KY + NC, NC)
               DO 60 KX = IX - 1, IX + 1
                  JX = MOD(KX + NC, NC)
                  J = LHEAD(JX,JY,JZ)
   50             IF (J .GT. I) THEN
                     DX = X(I) - X(J)
                     DY = Y(I) - Y(J)
                     DZ = Z(I) - Z(J)
                     DX = DX - BOX*NINT(DX/BOX)
                     DY = DY - BOX*NINT(DY/BOX)
                     DZ = DZ - BOX*NINT(DZ/BOX)
                     R2 = DX*DX + DY*DY + DZ*DZ
                     IF (R2 .LT. CUT2) THEN
                        RI2 = 1.0D0/R2
                        RI6 = RI2*RI2*RI2
                        EPOT = EPOT + 4.0D0*RI6*(RI6 - 1.0D0)
                        FF = 48.0D0*RI2*RI6*(RI6 - 0.5D0)
                        FX(I) = FX(I) + FF*DX
                        FY(I) = FY(I) + FF*DY
                        FZ(I) = FZ(I) + FF*DZ
                        FX(J) = FX(J) - FF*DX
                        FY(J) = FY(J) - FF*DY
                        FZ(J) = FZ(J) - FF*DZ
                     END IF
                     J = LNEXT(J)
                     GO TO 50
                  END IF
   60          CONTINUE
   70       CONTINUE
   80    CONTINUE
   90 CONTINUE
      END
