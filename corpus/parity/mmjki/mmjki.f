C     C = C + A*B for square matrices, a column of A at a time.
      SUBROUTINE MMJKI (N, A, B, C)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N), T
      DO 30 J = 1, N
         DO 20 K = 1, N
            T = B(K,J)
            IF (T .EQ. 0.0D0) GOTO 20
            DO 10 I = 1, N
               C(I,J) = C(I,J) + T*A(I,K)
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
