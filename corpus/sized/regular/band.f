      PROGRAM BAND
C     Band matrix of N rows and half width M, stored full: zeros are skipped.
      INTEGER MAXN
      PARAMETER (MAXN = 300)
      INTEGER N, M, I, J, K
      DOUBLE PRECISION A(MAXN,MAXN), B(MAXN), F
      READ *, N, M
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = 0.0D0
            IF (ABS(I - J) .LE. M) A(I,J) = -1.0D0
            IF (I .EQ. J) A(I,J) = 2.0D0*M + 1.0D0
   10    CONTINUE
         B(J) = 1.0D0
   20 CONTINUE
      DO 50 K = 1, N - 1
         DO 40 I = K + 1, N
            IF (A(I,K) .EQ. 0.0D0) GOTO 40
            F = A(I,K)/A(K,K)
            J = K + 1
   30       IF (J .LE. N) THEN
               IF (A(K,J) .EQ. 0.0D0) GOTO 35
               A(I,J) = A(I,J) - F*A(K,J)
               J = J + 1
               GOTO 30
            END IF
   35       B(I) = B(I) - F*B(K)
   40    CONTINUE
   50 CONTINUE
      PRINT '(F8.3)', B(N)/A(N,N)
      END
