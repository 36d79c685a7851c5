C     A tree of clusters of N points in the plane.
      PROGRAM THCLUS
      INTEGER N, I, J, K, IA(500), IB(500), NN(500)
      INTEGER IORDER(500), IIA(500), IIB(500)
      DOUBLE PRECISION P(2,500), CRIT(500), MEMBR(500), DISNN(500)
      DOUBLE PRECISION DISS(124750)
      READ (*,*) N
      CALL DENSE (2, N, P, 2, 1)
      K = 0
      DO 20 I = 1, N - 1
         DO 10 J = I + 1, N
            K = K + 1
            DISS(K) = SQRT((P(1,I) - P(1,J))**2 + (P(2,I) - P(2,J))**2)
   10    CONTINUE
   20 CONTINUE
      DO 30 I = 1, N
         MEMBR(I) = 1.0D0
   30 CONTINUE
      CALL HCLUST (N, K, 3, IA, IB, CRIT, MEMBR, NN, DISNN, DISS)
      CALL HCASS2 (N, IA, IB, IORDER, IIA, IIB)
      WRITE (*,*) CRIT(N - 1), IORDER(1)
      END
