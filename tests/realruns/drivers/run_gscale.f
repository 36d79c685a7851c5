C     The distribution of the statistic of Ansari and Bradley.
      PROGRAM TGSCAL
      INTEGER M, N, L1, IFAULT
      REAL ASTART, A1(5000), A2(5000), A3(5000)
      READ (*,*) M, N
      L1 = 1 + (M*N)/2
      CALL GSCALE (M, N, ASTART, A1, L1, A2, A3, IFAULT)
      WRITE (*,*) ASTART, A1(1), IFAULT
      END
