C     NSTEP steps of the classical Runge-Kutta method for Y' = A*Y, N at most 16.
      SUBROUTINE RK4 (N, NSTEP, H, A, Y)
      INTEGER N, NSTEP, I, K
      DOUBLE PRECISION H, A(N,N), Y(N)
      DOUBLE PRECISION K1(16), K2(16), K3(16), K4(16), W(16)
      DO 50 K = 1, NSTEP
         CALL DERIV (N, A, Y, K1)
         DO 10 I = 1, N
   10    W(I) = Y(I) + 0.5D0*H*K1(I)
         CALL DERIV (N, A, W, K2)
         DO 20 I = 1, N
   20    W(I) = Y(I) + 0.5D0*H*K2(I)
         CALL DERIV (N, A, W, K3)
         DO 30 I = 1, N
   30    W(I) = Y(I) + H*K3(I)
         CALL DERIV (N, A, W, K4)
         DO 40 I = 1, N
   40    Y(I) = Y(I) + H*(K1(I) + 2.0D0*(K2(I) + K3(I)) + K4(I))/6.0D0
   50 CONTINUE
      END
C     The right-hand side F = A*Y.
      SUBROUTINE DERIV (N, A, Y, F)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), Y(N), F(N), S
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 J = 1, N
   10    S = S + A(J,I)*Y(J)
   20 F(I) = S
      END
