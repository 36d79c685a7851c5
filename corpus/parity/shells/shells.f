C     Shell sort with gaps halved.
      SUBROUTINE SHELLS (N, A)
      INTEGER N, A(0:N-1), GAP, I, J, KEY
      GAP = N/2
      DO WHILE (GAP .GT. 0)
         DO I = GAP, N - 1
            KEY = A(I)
            J = I
            DO WHILE (J .GE. GAP)
               IF (A(J-GAP) .LE. KEY) EXIT
               A(J) = A(J-GAP)
               J = J - GAP
            END DO
            A(J) = KEY
         END DO
         GAP = GAP/2
      END DO
      END
