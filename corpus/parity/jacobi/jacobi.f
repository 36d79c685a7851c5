C     NSWEEP Jacobi sweeps for Poisson's equation on an M by N grid; the boundary stays.
      SUBROUTINE JACOBI (M, N, NSWEEP, H2, U, F, V)
      INTEGER M, N, NSWEEP, I, J, K
      DOUBLE PRECISION H2, U(M,N), F(M,N), V(M,N)
      DO 50 K = 1, NSWEEP
         DO 20 J = 2, N - 1
            DO 10 I = 2, M - 1
               V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1)
     &                  + U(I,J+1) - H2*F(I,J))
   10       CONTINUE
   20    CONTINUE
         DO 40 J = 2, N - 1
            DO 30 I = 2, M - 1
               U(I,J) = V(I,J)
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      END
