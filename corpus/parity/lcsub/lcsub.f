C     Length of the longest common subsequence of two lists; T is a table of M + 1 by N + 1.
      INTEGER FUNCTION LCSUB (M, N, A, B, T)
      INTEGER M, N, A(0:M-1), B(0:N-1), T(0:M,0:N), I, J
      DO I = 0, M
         T(I,0) = 0
      END DO
      DO J = 1, N
         T(0,J) = 0
         DO I = 1, M
            IF (A(I-1) .EQ. B(J-1)) THEN
               T(I,J) = T(I-1,J-1) + 1
            ELSE
               T(I,J) = MAX(T(I-1,J), T(I,J-1))
            END IF
         END DO
      END DO
      LCSUB = T(M,N)
      RETURN
      END
