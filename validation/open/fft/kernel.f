C     Complex fast Fourier transform of N = 2**M points in place, radix 2, decimation in time.
C     WR, WI: the N/2 roots of unity.
      SUBROUTINE FFT2 (N, M, XR, XI, WR, WI)
      INTEGER N, M, I, J, K, L, LE, LE2, IP, IW, NSTEP
      DOUBLE PRECISION XR(N), XI(N), WR(N/2), WI(N/2), TR, TI, CR, CI
C     bit reversal
      J = 1
      DO 20 I = 1, N - 1
         IF (I .LT. J) THEN
            TR = XR(J)
            TI = XI(J)
            XR(J) = XR(I)
            XI(J) = XI(I)
            XR(I) = TR
            XI(I) = TI
         END IF
         K = N/2
   10    IF (K .LT. J) THEN
            J = J - K
            K = K/2
            GO TO 10
         END IF
         J = J + K
   20 CONTINUE
C     butterflies
      DO 50 L = 1, M
         LE = 2**L
         LE2 = LE/2
         NSTEP = N/LE
         IW = 1
         DO 40 J = 1, LE2
            CR = WR(IW)
            CI = WI(IW)
            DO 30 I = J, N, LE
               IP = I + LE2
               TR = XR(IP)*CR - XI(IP)*CI
               TI = XR(IP)*CI + XI(IP)*CR
               XR(IP) = XR(I) - TR
               XI(IP) = XI(I) - TI
               XR(I) = XR(I) + TR
               XI(I) = XI(I) + TI
   30       CONTINUE
            IW = IW + NSTEP
   40    CONTINUE
   50 CONTINUE
      END
