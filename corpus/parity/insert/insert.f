C     Insertion sort.
      SUBROUTINE INSERT (N, A)
      INTEGER N, I, J
      DOUBLE PRECISION A(0:N-1), KEY
      DO I = 1, N - 1
         KEY = A(I)
         J = I - 1
         DO WHILE (J .GE. 0)
            IF (A(J) .LE. KEY) EXIT
            A(J+1) = A(J)
            J = J - 1
         END DO
         A(J+1) = KEY
      END DO
      END
