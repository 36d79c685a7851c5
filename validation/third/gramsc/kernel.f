C     The columns of A made orthonormal; RMIN is the shortest column met.
      SUBROUTINE GRAMSC (M, N, A, RMIN)
      INTEGER M, N, I, J, K
      DOUBLE PRECISION A(M,N), RMIN, S
      RMIN = 1.0D30
      DO 60 K = 1, N
         S = 0.0D0
         DO 10 I = 1, M
            S = S + A(I,K)**2
   10    CONTINUE
         S = SQRT(S)
         RMIN = MIN(RMIN, S)
         DO 20 I = 1, M
            A(I,K) = A(I,K)/S
   20    CONTINUE
         DO 50 J = K + 1, N
            S = 0.0D0
            DO 30 I = 1, M
               S = S + A(I,K)*A(I,J)
   30       CONTINUE
            DO 40 I = 1, M
               A(I,J) = A(I,J) - S*A(I,K)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      END
