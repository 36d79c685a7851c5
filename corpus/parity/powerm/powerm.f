C     The largest eigenvalue of A by the power method, started from X, NSTEP steps.
      DOUBLE PRECISION FUNCTION POWERM (N, NSTEP, A, X, Y)
      INTEGER N, NSTEP, I, J, K
      DOUBLE PRECISION A(N,N), X(N), Y(N), BIG
      BIG = 0.0D0
      DO 40 K = 1, NSTEP
         CALL MATVEC (N, A, X, Y)
         BIG = 0.0D0
         DO 10 I = 1, N
            IF (ABS(Y(I)) .GT. ABS(BIG)) BIG = Y(I)
   10    CONTINUE
         IF (BIG .EQ. 0.0D0) GOTO 50
         DO 20 J = 1, N
            X(J) = Y(J)/BIG
   20    CONTINUE
   40 CONTINUE
   50 POWERM = BIG
      RETURN
      END
C     Y = A*X, A stored by columns.
      SUBROUTINE MATVEC (N, A, X, Y)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N), Y(N)
      DO 10 I = 1, N
         Y(I) = 0.0D0
   10 CONTINUE
      DO 30 J = 1, N
         DO 20 I = 1, N
            Y(I) = Y(I) + A(I,J)*X(J)
   20    CONTINUE
   30 CONTINUE
      END
