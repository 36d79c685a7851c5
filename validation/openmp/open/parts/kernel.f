C     four independent pieces of work: N, N, 2*N and 3*N steps
      SUBROUTINE PARTS (N, X, S)
      INTEGER N, I
      DOUBLE PRECISION X(N), S(32), T
!$OMP PARALLEL SECTIONS PRIVATE(I, T)
!$OMP SECTION
      T = 0.0D0
      DO 10 I = 1, N
         T = T + X(I)
   10 CONTINUE
      S(1) = T
!$OMP SECTION
      T = 0.0D0
      DO 20 I = 1, N
         T = T + X(I)*X(I)
   20 CONTINUE
      S(9) = T
!$OMP SECTION
      T = 0.0D0
      DO 30 I = 1, 2*N
         T = T*0.5D0 + I
   30 CONTINUE
      S(17) = T
!$OMP SECTION
      T = 1.0D0
      DO 40 I = 1, 3*N
         T = T*0.25D0 + I
   40 CONTINUE
      S(25) = T
!$OMP END PARALLEL SECTIONS
      END
