C     Y = ALPHA*A*X + BETA*Y by columns, columns with a zero in X left out.
      SUBROUTINE DGEMV (M, N, ALPHA, LDA, A, X, BETA, Y)
      INTEGER M, N, LDA, I, J
      DOUBLE PRECISION ALPHA, BETA, A(LDA,*), X(*), Y(*), T
      IF (BETA .EQ. 0.0D0) THEN
         DO 10 I = 1, M
            Y(I) = 0.0D0
   10    CONTINUE
      ELSE
         DO 20 I = 1, M
            Y(I) = BETA*Y(I)
   20    CONTINUE
      END IF
      DO 40 J = 1, N
         IF (X(J) .NE. 0.0D0) THEN
            T = ALPHA*X(J)
            DO 30 I = 1, M
               Y(I) = Y(I) + T*A(I,J)
   30       CONTINUE
         END IF
   40 CONTINUE
      END
