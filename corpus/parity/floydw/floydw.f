C     Shortest ways between all pairs of N places (Floyd and Warshall).
      SUBROUTINE FLOYDW (N, D)
      INTEGER N, I, J, K, D(N,N), NEW
      DO 30 K = 1, N
         DO 20 J = 1, N
            DO 10 I = 1, N
               NEW = D(I,K) + D(K,J)
               IF (NEW .LT. D(I,J)) D(I,J) = NEW
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
