C     Clusters of points by k-means.
      PROGRAM TKMNS
      INTEGER M, N, K, ITER, IER, IC1(2000), NC(20)
      PARAMETER (N = 3)
      DOUBLE PRECISION DAT(N,2000), C(N,20), WSS(20)
      READ (*,*) M, K
      CALL DENSE (N, M, DAT, N, 1)
      ITER = 50
      CALL KMNS136 (DAT, M, N, C, K, IC1, NC, ITER, 1, WSS, IER)
      WRITE (*,*) IER, ITER
      END
