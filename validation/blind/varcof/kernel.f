      SUBROUTINE VARCOF (N, DT, C, U, V)
C     Explicit diffusion step in three dimensions with a coefficient
C     that varies in space, taken at cell faces as the mean of two cells.
      INTEGER N, I, J, K
      DOUBLE PRECISION DT, C(N,N,N), U(N,N,N), V(N,N,N), H
      H = 0.5D0*DT
      DO 30 K = 2, N - 1
         DO 20 J = 2, N - 1
            DO 10 I = 2, N - 1
               V(I,J,K) = U(I,J,K) + H*(
     &            (C(I+1,J,K) + C(I,J,K))*(U(I+1,J,K) - U(I,J,K))
     &          - (C(I,J,K) + C(I-1,J,K))*(U(I,J,K) - U(I-1,J,K))
     &          + (C(I,J+1,K) + C(I,J,K))*(U(I,J+1,K) - U(I,J,K))
     &          - (C(I,J,K) + C(I,J-1,K))*(U(I,J,K) - U(I,J-1,K))
     &          + (C(I,J,K+1) + C(I,J,K))*(U(I,J,K+1) - U(I,J,K))
     &          - (C(I,J,K) + C(I,J,K-1))*(U(I,J,K) - U(I,J,K-1)))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
