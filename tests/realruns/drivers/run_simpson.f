C     Integration of a table by Simpson's rule.
      PROGRAM TSIMPS
      INTEGER N
      DOUBLE PRECISION Y(5001), ANS
      READ (*,*) N
      CALL VECTOR (N, Y, 1)
      CALL DSIMPEQ (N, 0.01D0, Y, ANS)
      WRITE (*,*) ANS
      END
