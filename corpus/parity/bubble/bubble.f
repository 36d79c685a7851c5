C     Bubble sort that stops when a pass exchanges nothing.
      SUBROUTINE BUBBLE (N, A)
      INTEGER N, I, LAST, NSWAP
      DOUBLE PRECISION A(N), T
      DO LAST = N - 1, 1, -1
         NSWAP = 0
         DO I = 1, LAST
            IF (A(I) .GT. A(I+1)) THEN
               T = A(I)
               A(I) = A(I+1)
               A(I+1) = T
               NSWAP = NSWAP + 1
            END IF
         END DO
         IF (NSWAP .EQ. 0) EXIT
      END DO
      END
