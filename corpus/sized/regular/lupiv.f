      PROGRAM LUPIV
C     Elimination with exchange of rows, for a matrix made by a rule.
      INTEGER MAXN
      PARAMETER (MAXN = 200)
      INTEGER N, I, J, K, L, SWAPS
      DOUBLE PRECISION A(MAXN,MAXN), BIG, T, F
      READ *, N
      DO 10 J = 1, N
         DO 10 I = 1, N
            A(I,J) = 1.0D0/(I + J - 1)
            IF (I + J .EQ. N + 1) A(I,J) = A(I,J) + 4.0D0
   10 CONTINUE
      SWAPS = 0
      DO 70 K = 1, N - 1
         L = K
         BIG = ABS(A(K,K))
         DO 20 I = K + 1, N
            IF (ABS(A(I,K)) .GT. BIG) THEN
               BIG = ABS(A(I,K))
               L = I
            END IF
   20    CONTINUE
         IF (L .NE. K) THEN
            SWAPS = SWAPS + 1
            DO 30 J = K, N
               T = A(K,J)
               A(K,J) = A(L,J)
               A(L,J) = T
   30       CONTINUE
         END IF
         DO 60 I = K + 1, N
            F = A(I,K)/A(K,K)
            DO 50 J = K + 1, N
               A(I,J) = A(I,J) - F*A(K,J)
   50       CONTINUE
   60    CONTINUE
   70 CONTINUE
      PRINT *, SWAPS
      END
