C     TOTAL becomes the sum of what N turns of M steps each compute
      SUBROUTINE COUNTR (N, M, X, TOTAL)
      INTEGER N, M, I, J
      DOUBLE PRECISION X(M), TOTAL, S
      TOTAL = 0.0D0
!$OMP PARALLEL DO PRIVATE(J, S)
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 J = 1, M
            S = S + X(J)/(I + J)
   10    CONTINUE
!$OMP CRITICAL
         TOTAL = TOTAL + S
!$OMP END CRITICAL
   20 CONTINUE
!$OMP END PARALLEL DO
      END
