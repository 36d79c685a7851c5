C     A density estimated by kernels.
      PROGRAM TKERDE
      INTEGER N, M
      DOUBLE PRECISION X(500), Z(100), F(100), H
      READ (*,*) N, M
      CALL VECTOR (N, X, 1)
      CALL VECTOR (M, Z, 2)
      CALL KERDENI (X, N, 1.0D20, Z, M, F, H)
      WRITE (*,*) H, F(1)
      END
