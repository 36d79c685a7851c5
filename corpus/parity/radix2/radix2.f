C     Fourier transform of 2**M complex values, in place: bit reversal, then M stages.
      SUBROUTINE RADIX2 (M, XR, XI)
      INTEGER M, N, I, J, K, L, LE
      DOUBLE PRECISION XR(0:*), XI(0:*), T, TR, TI, WR, WI, ANGLE, PI
      PARAMETER (PI = 3.14159265358979D0)
      N = 2**M
      J = 0
      DO I = 0, N - 2
         IF (I .LT. J) THEN
            T = XR(I)
            XR(I) = XR(J)
            XR(J) = T
            T = XI(I)
            XI(I) = XI(J)
            XI(J) = T
         END IF
         K = N/2
         DO WHILE (K .LE. J)
            J = J - K
            K = K/2
         END DO
         J = J + K
      END DO
      LE = 1
      DO WHILE (LE .LT. N)
         DO J = 0, LE - 1
            ANGLE = PI*J/LE
            WR = COS(ANGLE)
            WI = SIN(ANGLE)
            DO I = J, N - 1, 2*LE
               L = I + LE
               TR = WR*XR(L) - WI*XI(L)
               TI = WR*XI(L) + WI*XR(L)
               XR(L) = XR(I) - TR
               XI(L) = XI(I) - TI
               XR(I) = XR(I) + TR
               XI(I) = XI(I) + TI
            END DO
         END DO
         LE = 2*LE
      END DO
      END
