C     FFT2 - FAST FOURIER TRANSFORM, RADIX 2, IN PLACE, OF A COMPLEX
C     SIGNAL.  CHECKED BY THE INVERSE TRANSFORM AND BY A DIRECT SUM IN
C     DOUBLE COMPLEX ARITHMETIC.
      PROGRAM FFT2
      INTEGER M, N, I, K, KMAX, NFREQ(3)
      PARAMETER (M = 9, N = 2**M)
      COMPLEX X(N), Y(N)
      DOUBLE COMPLEX Z, DFT
      REAL AMP(3), POWER, PEAK, ERR, PI
      DATA NFREQ, AMP / 5, 40, 101, 1.0, 0.5, 0.25 /
      PI = 4.0*ATAN(1.0)
C
      DO 20 I = 1, N
         X(I) = (0.0, 0.0)
         DO 10 K = 1, 3
            X(I) = X(I) + AMP(K)*
     1             CEXP(CMPLX(0.0, 2.0*PI*MOD(NFREQ(K)*(I-1),N)/N))
   10    CONTINUE
         Y(I) = X(I)
   20 CONTINUE
      CALL FOUR (M, N, Y, -1)
C
C     THE THREE LINES OF THE SPECTRUM
      DO 40 K = 1, 3
         PEAK = 0.0
         KMAX = 0
         DO 30 I = 1, N
            POWER = (CABS(Y(I))/N)**2
            IF (POWER .GT. PEAK) THEN
               PEAK = POWER
               KMAX = I
            ENDIF
   30    CONTINUE
         WRITE (*,100) KMAX-1, PEAK
         IF (K .EQ. 1) THEN
            Z = DFT(N, X, KMAX-1)
            WRITE (*,110) NINT(DREAL(Z)), NINT(REAL(Y(KMAX)))
         ENDIF
         Y(KMAX) = (0.0, 0.0)
   40 CONTINUE
C
C     THERE AND BACK AGAIN
      CALL COPY (N, X, Y)
      CALL FOUR (M, N, Y, -1)
      CALL FOUR (M, N, Y, +1)
      ERR = 0.0
      DO 50 I = 1, N
         ERR = MAX(ERR, CABS(Y(I)/N - X(I)))
   50 CONTINUE
      IF (ERR .LT. 1.0E-4) WRITE (*,*) 'INVERSE AGREES'
  100 FORMAT (' FREQUENCY', I5, '  POWER', F8.4)
  110 FORMAT (' DIRECT SUM', I6, '  FAST', I6)
      END
C
C     TRANSFORM OF LENGTH N = 2**M.  ISIGN = -1 FORWARD, +1 BACKWARD
      SUBROUTINE FOUR (M, N, X, ISIGN)
      INTEGER M, N, ISIGN, I, J, K, L, LEN, ISTAGE
      COMPLEX X(N), W, T, UNIT
      REAL PHI
C     STATEMENT FUNCTION: POINT ON THE UNIT CIRCLE
      UNIT(PHI) = CMPLX(COS(PHI), SIN(PHI))
C
C     BIT REVERSED ORDER; THE CARRY RUNS FROM THE TOP BIT DOWN
      J = 1
      DO 20 I = 1, N-1
         IF (I .LT. J) THEN
            T = X(I)
            X(I) = X(J)
            X(J) = T
         ENDIF
         K = N/2
   10    IF (K .LT. J) THEN
            J = J - K
            K = K/2
            GOTO 10
         ENDIF
         J = J + K
   20 CONTINUE
C
C     M STAGES, TOGETHER (N/2)*M BUTTERFLIES
      LEN = 1
      DO 50 ISTAGE = 1, M
         L = 2*LEN
         DO 40 J = 1, LEN
            W = UNIT(ISIGN*3.14159265*(J-1)/LEN)
            DO 30 I = J, N, L
               T = W*X(I+LEN)
               X(I+LEN) = X(I) - T
               X(I) = X(I) + T
   30       CONTINUE
   40    CONTINUE
         LEN = L
   50 CONTINUE
      RETURN
      END
C
C     ONE FOURIER COEFFICIENT BY DIRECT SUMMATION
      DOUBLE COMPLEX FUNCTION DFT (N, X, KF)
      INTEGER N, KF, I
      COMPLEX X(N)
      DOUBLE PRECISION PHI, TWOPI
      PARAMETER (TWOPI = 6.283185307179586D0)
      DFT = (0.0D0, 0.0D0)
      DO 10 I = 1, N
         PHI = -TWOPI*MOD(KF*(I-1),N)/N
         DFT = DFT + DCMPLX(X(I))*DCMPLX(DCOS(PHI),DSIN(PHI))
   10 CONTINUE
      RETURN
      END
C
      SUBROUTINE COPY (N, A, B)
      INTEGER N, I
      COMPLEX A(N), B(N)
      DO 10 I = 1, N
   10    B(I) = A(I)
      END
