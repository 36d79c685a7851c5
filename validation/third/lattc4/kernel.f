C     Energy of a scalar field on a periodic lattice of N**4 points: products of neighbours in each direction, and a quartic term.
      SUBROUTINE LATTC4 (N, KAPPA, F, ENERGY)
      INTEGER N, I, J, K, L, JP, KP, LP
      DOUBLE PRECISION KAPPA, F(N,N,N,N), ENERGY, HERE, AROUND
      ENERGY = 0.0D0
      DO 40 L = 1, N
         LP = MOD(L, N) + 1
         DO 30 K = 1, N
            KP = MOD(K, N) + 1
            DO 20 J = 1, N
               JP = MOD(J, N) + 1
               DO 10 I = 1, N - 1
                  HERE = F(I,J,K,L)
                  AROUND = F(I+1,J,K,L) + F(I,JP,K,L) + F(I,J,KP,L)
     &               + F(I,J,K,LP)
                  ENERGY = ENERGY - KAPPA*HERE*AROUND
     &               + (HERE*HERE - 1.0D0)**2
   10          CONTINUE
   20       CONTINUE
   30    CONTINUE
   40 CONTINUE
      END
