C     LU factorisation with partial pivoting; INFO is 1 if it is singular, else 0.
      SUBROUTINE LUPIV (N, A, IPIV, INFO)
      INTEGER N, IPIV(N), INFO, I, J, K, L
      DOUBLE PRECISION A(N,N), BIG, T
      INFO = 0
      DO K = 1, N
         L = K
         BIG = ABS(A(K,K))
         DO I = K + 1, N
            IF (ABS(A(I,K)) .GT. BIG) THEN
               BIG = ABS(A(I,K))
               L = I
            END IF
         END DO
         IPIV(K) = L
         IF (BIG .EQ. 0.0D0) THEN
            INFO = 1
            RETURN
         END IF
         IF (L .NE. K) THEN
            DO J = 1, N
               T = A(K,J)
               A(K,J) = A(L,J)
               A(L,J) = T
            END DO
         END IF
         DO I = K + 1, N
            A(I,K) = A(I,K)/A(K,K)
         END DO
         DO J = K + 1, N
            T = A(K,J)
            DO I = K + 1, N
               A(I,J) = A(I,J) - A(I,K)*T
            END DO
         END DO
      END DO
      END
