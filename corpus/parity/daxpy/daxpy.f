C     Y = A*X + Y, left early where there is nothing to do.
      SUBROUTINE DAXPY (N, A, X, Y)
      INTEGER N, I
      DOUBLE PRECISION A, X(*), Y(*)
      IF (N .LE. 0) RETURN
      IF (A .EQ. 0.0D0) RETURN
      DO 10 I = 1, N
   10 Y(I) = Y(I) + A*X(I)
      END
