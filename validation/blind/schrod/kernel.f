      SUBROUTINE SCHROD (N, DX, DT, V, PSI, R, G)
C     One Crank-Nicolson step of the one-dimensional Schroedinger
C     equation, PSI zero outside the grid: a complex tridiagonal system.
      INTEGER N, I
      DOUBLE PRECISION DX, DT, V(N)
      COMPLEX*16 PSI(N), R(N), G(N), A, D, BET
      A = DCMPLX(0.0D0, -0.25D0*DT/DX**2)
      DO 10 I = 1, N
         D = DCMPLX(1.0D0, -0.5D0*DT*(1.0D0/DX**2 + V(I)))
         R(I) = D*PSI(I)
         IF (I .GT. 1) R(I) = R(I) - A*PSI(I-1)
         IF (I .LT. N) R(I) = R(I) - A*PSI(I+1)
   10 CONTINUE
      BET = DCMPLX(1.0D0, 0.5D0*DT*(1.0D0/DX**2 + V(1)))
      PSI(1) = R(1)/BET
      DO 20 I = 2, N
         G(I) = A/BET
         BET = DCMPLX(1.0D0, 0.5D0*DT*(1.0D0/DX**2 + V(I))) - A*G(I)
         PSI(I) = (R(I) - A*PSI(I-1))/BET
   20 CONTINUE
      DO 30 I = N - 1, 1, -1
         PSI(I) = PSI(I) - G(I+1)*PSI(I+1)
   30 CONTINUE
      END
