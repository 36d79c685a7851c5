C     Sum of the diagonal elements.
      DOUBLE PRECISION FUNCTION TRACE (N, A)
      INTEGER N, I
      DOUBLE PRECISION A(N,N), S
      S = 0.0D0
      DO 10 I = 1, N
         S = S + A(I,I)
   10 CONTINUE
      TRACE = S
      RETURN
      END
