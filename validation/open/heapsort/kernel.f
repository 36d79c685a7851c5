C     Sorts A in ascending order: heapsort, in the style of its time.
      SUBROUTINE HPSORT (N, A)
      INTEGER N, L, IR, I, J
      DOUBLE PRECISION A(N), T
      IF (N .LT. 2) RETURN
      L = N/2 + 1
      IR = N
   10 IF (L .GT. 1) THEN
         L = L - 1
         T = A(L)
      ELSE
         T = A(IR)
         A(IR) = A(1)
         IR = IR - 1
         IF (IR .EQ. 1) THEN
            A(1) = T
            RETURN
         END IF
      END IF
      I = L
      J = L + L
   20 IF (J .LE. IR) THEN
         IF (J .LT. IR) THEN
            IF (A(J) .LT. A(J+1)) J = J + 1
         END IF
         IF (T .LT. A(J)) THEN
            A(I) = A(J)
            I = J
            J = J + J
         ELSE
            J = IR + 1
         END IF
         GO TO 20
      END IF
      A(I) = T
      GO TO 10
      END
