C     Sorting.
      PROGRAM TDLSRT
      INTEGER LDA, N, INFO
      PARAMETER (LDA = 20000)
      DOUBLE PRECISION D(LDA)
      READ (*,*) N
      CALL VECTOR (N, D, 1)
      CALL DLASRT ('I', N, D, INFO)
      WRITE (*,*) INFO, D(1)
      END
