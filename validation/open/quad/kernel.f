C     Romberg integration of F from A to B with M halvings; T is a triangular table of M+1 rows.
      SUBROUTINE ROMB (A, B, M, T, VALUE)
      INTEGER M, I, J, K, NEW
      DOUBLE PRECISION A, B, T(0:M,0:M), VALUE, H, S, P, F
      H = B - A
      T(0,0) = 0.5D0*H*(F(A) + F(B))
      NEW = 1
      DO 30 K = 1, M
         H = 0.5D0*H
         S = 0.0D0
         DO 10 I = 1, NEW
            S = S + F(A + (2*I - 1)*H)
   10    CONTINUE
         T(K,0) = 0.5D0*T(K-1,0) + H*S
         P = 1.0D0
         DO 20 J = 1, K
            P = 4.0D0*P
            T(K,J) = (P*T(K,J-1) - T(K-1,J-1))/(P - 1.0D0)
   20    CONTINUE
         NEW = 2*NEW
   30 CONTINUE
      VALUE = T(M,M)
      END

      DOUBLE PRECISION FUNCTION F (X)
      DOUBLE PRECISION X
      F = EXP(-X)*SIN(3.0D0*X)/(1.0D0 + X*X)
      END
