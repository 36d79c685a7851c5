C     Rotates the pairs (X(I), Y(I)) by an angle with cosine C and sine S.
      SUBROUTINE DROT (N, X, Y, C, S)
      INTEGER N, I
      DOUBLE PRECISION X(*), Y(*), C, S, T
      DO 10 I = 1, N
         T = C*X(I) + S*Y(I)
         Y(I) = C*Y(I) - S*X(I)
         X(I) = T
   10 CONTINUE
      END
