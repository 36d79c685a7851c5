C     The field V(3,NG,NG,NG) at NP places, each between 1 and NG; the places are moved along.
      SUBROUTINE TRILIN (NG, NP, DT, V, X)
      INTEGER NG, NP, IP, I, J, K, L
      DOUBLE PRECISION DT, V(3,NG,NG,NG), X(3,NP), A, B, C, S, TOP
      TOP = NG - 0.001D0
      DO 20 IP = 1, NP
         I = INT(X(1,IP))
         J = INT(X(2,IP))
         K = INT(X(3,IP))
         A = X(1,IP) - I
         B = X(2,IP) - J
         C = X(3,IP) - K
         DO 10 L = 1, 3
            S = (1.0D0 - C)*((1.0D0 - B)*((1.0D0 - A)*V(L,I,J,K)
     &         + A*V(L,I+1,J,K)) + B*((1.0D0 - A)*V(L,I,J+1,K)
     &         + A*V(L,I+1,J+1,K)))
     &         + C*((1.0D0 - B)*((1.0D0 - A)*V(L,I,J,K+1)
     &         + A*V(L,I+1,J,K+1)) + B*((1.0D0 - A)*V(L,I,J+1,K+1)
     &         + A*V(L,I+1,J+1,K+1)))
            X(L,IP) = MAX(1.0D0, MIN(TOP, X(L,IP) + DT*S))
   10    CONTINUE
   20 CONTINUE
      END
