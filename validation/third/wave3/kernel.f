C     The next field from two before it, written over the older one: U = 2*V - U + C2*(neighbours of V - 6*V).
      SUBROUTINE WAVE3 (N, C2, U, V)
      INTEGER N, I, J, K
      DOUBLE PRECISION C2, U(N,N,N), V(N,N,N)
      DO 30 K = 2, N - 1
         DO 20 J = 2, N - 1
            DO 10 I = 2, N - 1
               U(I,J,K) = 2.0D0*V(I,J,K) - U(I,J,K) + C2*(V(I-1,J,K)
     &            + V(I+1,J,K) + V(I,J-1,K) + V(I,J+1,K) + V(I,J,K-1)
     &            + V(I,J,K+1) - 6.0D0*V(I,J,K))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
