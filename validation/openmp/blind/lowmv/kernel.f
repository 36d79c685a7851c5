C     Y = L*X for a lower triangle that is kept by rows, one after the other
      SUBROUTINE LOWMV (N, L, X, Y)
      INTEGER N, I, J
      DOUBLE PRECISION L(N*(N+1)/2), X(N), Y(N), S
!$OMP PARALLEL DO PRIVATE(J, S) SCHEDULE(DYNAMIC, 16)
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 J = 1, I
            S = S + L(I*(I-1)/2 + J)*X(J)
   10    CONTINUE
         Y(I) = S
   20 CONTINUE
!$OMP END PARALLEL DO
      END
