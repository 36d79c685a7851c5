C     Scales X by A, four elements at a time after the odd ones.
      SUBROUTINE UNROLL (N, A, X)
      INTEGER N, I, M
      REAL A, X(0:*)
      M = MOD(N, 4)
      DO I = 0, M - 1
         X(I) = A*X(I)
      END DO
      IF (N .LT. 4) RETURN
      DO I = M, N - 1, 4
         X(I) = A*X(I)
         X(I+1) = A*X(I+1)
         X(I+2) = A*X(I+2)
         X(I+3) = A*X(I+3)
      END DO
      END
