C     C = C + A*B in blocks of NB rows and columns, the last ones smaller.
      SUBROUTINE MMBLK (N, NB, A, B, C)
      INTEGER N, NB, I, J, K, JJ, KK, JLAST, KLAST
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)
      DO 50 JJ = 1, N, NB
         JLAST = MIN(JJ + NB - 1, N)
         DO 40 KK = 1, N, NB
            KLAST = MIN(KK + NB - 1, N)
            DO 30 J = JJ, JLAST
               DO 20 K = KK, KLAST
                  DO 10 I = 1, N
                     C(I,J) = C(I,J) + A(I,K)*B(K,J)
   10             CONTINUE
   20          CONTINUE
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      END
