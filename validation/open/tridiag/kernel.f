C     One implicit step along each direction of an N by N grid: N tridiagonal systems by rows, then N by columns.
      SUBROUTINE ADISTP (N, U, R, D, W)
      INTEGER N, J
      DOUBLE PRECISION U(N,N), R, D(N), W(N)
      DO 20 J = 1, N
         CALL LINE (N, U(1,J), 1, R, D, W)
   20 CONTINUE
      DO 30 J = 1, N
         CALL LINE (N, U(J,1), N, R, D, W)
   30 CONTINUE
      END

C     Solves -R*X(I-1) + (1 + 2*R)*X(I) - R*X(I+1) = F(I) for N values INC apart.
      SUBROUTINE LINE (N, F, INC, R, D, W)
      INTEGER N, INC, I, K
      DOUBLE PRECISION F(*), R, D(N), W(N), DIAG, P
      DIAG = 1.0D0 + 2.0D0*R
      D(1) = -R/DIAG
      W(1) = F(1)/DIAG
      K = 1
      DO 10 I = 2, N
         K = K + INC
         P = DIAG + R*D(I-1)
         D(I) = -R/P
         W(I) = (F(K) + R*W(I-1))/P
   10 CONTINUE
      F(K) = W(N)
      DO 20 I = N - 1, 1, -1
         F(K-INC) = W(I) - D(I)*F(K)
         K = K - INC
   20 CONTINUE
      END
