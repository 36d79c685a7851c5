C     Gravity between all pairs of N bodies: accelerations ACC, positions POS, masses.
      SUBROUTINE NBODY (N, POS, MASS, ACC)
      INTEGER N, I, J, K
      DOUBLE PRECISION POS(3,N), MASS(N), ACC(3,N), D(3), R2, R3
      DO 10 I = 1, N
      DO 10 K = 1, 3
   10 ACC(K,I) = 0.0D0
      DO 50 I = 1, N - 1
         DO 40 J = I + 1, N
            R2 = 1.0D-6
            DO 20 K = 1, 3
               D(K) = POS(K,J) - POS(K,I)
               R2 = R2 + D(K)*D(K)
   20       CONTINUE
            R3 = R2*SQRT(R2)
            DO 30 K = 1, 3
               ACC(K,I) = ACC(K,I) + MASS(J)*D(K)/R3
               ACC(K,J) = ACC(K,J) - MASS(I)*D(K)/R3
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      END
