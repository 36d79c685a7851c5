C     Eigenvalues of a symmetric tridiagonal matrix by bisection.
      PROGRAM TDSTBZ
      INTEGER LDA, N, INFO, M, NS
      PARAMETER (LDA = 100)
      DOUBLE PRECISION D(LDA), E(LDA), W(LDA), WORK(4*LDA)
      INTEGER IB(LDA), IS(LDA), IW(3*LDA)
      READ (*,*) N
      CALL VECTOR (N, D, 1)
      CALL VECTOR (N, E, 2)
      CALL DSTEBZ ('A', 'E', N, 0.0D0, 0.0D0, 0, 0, 0.0D0, D, E, M,
     $             NS, W, IB, IS, WORK, IW, INFO)
      WRITE (*,*) INFO, M, W(1)
      END
