C     Counts values in NB classes between 0 and 1; what is outside goes to the nearest class.
      SUBROUTINE HISTOG (N, X, NB, H)
      INTEGER N, NB, H(0:NB-1), I, K
      REAL X(N)
      DO 10 K = 0, NB - 1
   10 H(K) = 0
      DO 20 I = 1, N
         K = INT(X(I)*NB)
         IF (K .LT. 0) THEN
            K = 0
         ELSE IF (K .GE. NB) THEN
            K = NB - 1
         END IF
         H(K) = H(K) + 1
   20 CONTINUE
      END
