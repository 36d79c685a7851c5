C     A = B + S*C
      SUBROUTINE TRIAD (N, S, A, B, C)
      INTEGER N, I
      DOUBLE PRECISION S, A(N), B(N), C(N)
!$OMP PARALLEL DO
      DO 10 I = 1, N
         A(I) = B(I) + S*C(I)
   10 CONTINUE
!$OMP END PARALLEL DO
      END
