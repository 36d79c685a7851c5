C     Solves A*X = B by elimination with partial pivoting; X replaces B. INFO is the column of a zero pivot, or 0.
      SUBROUTINE LUSOLV (N, A, LDA, IPVT, B, INFO)
      INTEGER N, LDA, IPVT(N), INFO, I, J, K, L
      DOUBLE PRECISION A(LDA,N), B(N), PIVOT, T
      INFO = 0
      DO 60 K = 1, N
         L = K
         PIVOT = ABS(A(K,K))
         DO 10 I = K + 1, N
            IF (ABS(A(I,K)) .GT. PIVOT) THEN
               L = I
               PIVOT = ABS(A(I,K))
            END IF
   10    CONTINUE
         IPVT(K) = L
         IF (PIVOT .EQ. 0.0D0) THEN
            INFO = K
            RETURN
         END IF
         T = A(L,K)
         A(L,K) = A(K,K)
         A(K,K) = T
         T = 1.0D0/T
         DO 20 I = K + 1, N
            A(I,K) = A(I,K)*T
   20    CONTINUE
         DO 50 J = K + 1, N
            T = A(L,J)
            IF (L .NE. K) THEN
               A(L,J) = A(K,J)
               A(K,J) = T
            END IF
            DO 40 I = K + 1, N
               A(I,J) = A(I,J) - T*A(I,K)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
C     forward
      DO 80 K = 1, N - 1
         L = IPVT(K)
         T = B(L)
         B(L) = B(K)
         B(K) = T
         DO 70 I = K + 1, N
            B(I) = B(I) - T*A(I,K)
   70    CONTINUE
   80 CONTINUE
C     back
      DO 100 K = N, 1, -1
         B(K) = B(K)/A(K,K)
         T = B(K)
         DO 90 I = 1, K - 1
            B(I) = B(I) - T*A(I,K)
   90    CONTINUE
  100 CONTINUE
      END
