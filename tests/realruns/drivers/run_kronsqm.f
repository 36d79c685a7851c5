C     The Kronecker product of two square matrices.
      PROGRAM TKRON
      INTEGER N
      DOUBLE PRECISION A(400), B(400), C(160000)
      READ (*,*) N
      CALL DENSE (N, N, A, N, 1)
      CALL DENSE (N, N, B, N, 2)
      CALL KRONSQM (N, N*N, A, B, C)
      WRITE (*,*) C(1)
      END
