C     MATMUL - PRODUCT OF TWO SQUARE MATRICES, EACH ROW OF THE FIRST ONE
C     COPIED TO A VECTOR.  FOR MODELS OF DISTRIBUTED ARRAYS: THE VECTOR IS
C     REPLICATED, SO A ROW THAT ONE PROCESSOR HAS GOES TO ALL OF THEM.
      PROGRAM MATMUL
      INTEGER NMAX, N, I, J, K
      PARAMETER (NMAX = 256)
      DOUBLE PRECISION A(NMAX,NMAX), B(NMAX,NMAX), C(NMAX,NMAX)
      DOUBLE PRECISION ROW(NMAX)
      READ (5,*) N
      IF (N .LT. 1 .OR. N .GT. NMAX) STOP 'SIZE OUT OF RANGE'
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = I + J
            B(I,J) = I - J
            C(I,J) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      DO 60 I = 1, N
         DO 30 K = 1, N
            ROW(K) = A(I,K)
   30    CONTINUE
         DO 50 J = 1, N
            DO 40 K = 1, N
               C(I,J) = C(I,J) + ROW(K)*B(K,J)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      WRITE (6,100) N, C(1,1), C(N,N)
  100 FORMAT (' N', I4, '  C(1,1)', F12.1, '  C(N,N)', F12.1)
      END
