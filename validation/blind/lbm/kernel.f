      SUBROUTINE LBSTEP (NX, NY, OMEGA, F, G, IW, IE)
C     One step of a two-dimensional lattice Boltzmann fluid with nine
C     velocities, periodic: collision in F, then streaming from F to G.
C     IW and IE are work space for the neighbours west and east.
      INTEGER NX, NY, IW(NX), IE(NX)
      DOUBLE PRECISION OMEGA, F(NX,NY,9), G(NX,NY,9)
      CALL COLLID (NX, NY, OMEGA, F)
      CALL STREAM (NX, NY, F, G, IW, IE)
      END

      SUBROUTINE COLLID (NX, NY, OMEGA, F)
      INTEGER NX, NY, I, J, K
      DOUBLE PRECISION OMEGA, F(NX,NY,9), W(9), CX(9), CY(9)
      DOUBLE PRECISION RHO, UX, UY, UU, CU
      DATA W /0.4444444444444444D0, 4*0.1111111111111111D0,
     &        4*0.02777777777777778D0/
      DATA CX /0.0D0, 1.0D0, 0.0D0, -1.0D0, 0.0D0,
     &         1.0D0, -1.0D0, -1.0D0, 1.0D0/
      DATA CY /0.0D0, 0.0D0, 1.0D0, 0.0D0, -1.0D0,
     &         1.0D0, 1.0D0, -1.0D0, -1.0D0/
      DO 40 J = 1, NY
         DO 30 I = 1, NX
            RHO = 0.0D0
            UX = 0.0D0
            UY = 0.0D0
            DO 10 K = 1, 9
               RHO = RHO + F(I,J,K)
               UX = UX + CX(K)*F(I,J,K)
               UY = UY + CY(K)*F(I,J,K)
   10       CONTINUE
            UX = UX/RHO
            UY = UY/RHO
            UU = 1.5D0*(UX*UX + UY*UY)
            DO 20 K = 1, 9
               CU = 3.0D0*(CX(K)*UX + CY(K)*UY)
               F(I,J,K) = F(I,J,K) - OMEGA*(F(I,J,K)
     &            - W(K)*RHO*(1.0D0 + CU + 0.5D0*CU*CU - UU))
   20       CONTINUE
   30    CONTINUE
   40 CONTINUE
      END

      SUBROUTINE STREAM (NX, NY, F, G, IW, IE)
      INTEGER NX, NY, IW(NX), IE(NX), I, J, JS, JN
      DOUBLE PRECISION F(NX,NY,9), G(NX,NY,9)
      DO 10 I = 1, NX
         IW(I) = MOD(I + NX - 2, NX) + 1
         IE(I) = MOD(I, NX) + 1
   10 CONTINUE
      DO 30 J = 1, NY
         JS = MOD(J + NY - 2, NY) + 1
         JN = MOD(J, NY) + 1
         DO 20 I = 1, NX
            G(I,J,1) = F(I,J,1)
            G(I,J,2) = F(IW(I),J,2)
            G(I,J,3) = F(I,JS,3)
            G(I,J,4) = F(IE(I),J,4)
            G(I,J,5) = F(I,JN,5)
            G(I,J,6) = F(IW(I),JS,6)
            G(I,J,7) = F(IE(I),JS,7)
            G(I,J,8) = F(IE(I),JN,8)
            G(I,J,9) = F(IW(I),JN,9)
   20    CONTINUE
   30 CONTINUE
      END
