C     An autoregressive model of each order up to N, by Levinson's recursion.
      PROGRAM TEUREK
      INTEGER N, I
      DOUBLE PRECISION R(1001), G(1001), F(1000,1000), V(1000), A(1000)
      READ (*,*) N
      DO 10 I = 1, N + 1
         R(I) = 0.7D0**(I - 1) + 0.1D0/DBLE(I*I)
         G(I) = R(I)
   10 CONTINUE
      CALL EUREKA (N, R, G, F, V, A)
      WRITE (*,*) V(N), A(1)
      END
