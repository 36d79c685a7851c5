C     One red-black relaxation of a grid: every second point of a column, then the others.
      SUBROUTINE REDBLK (N, OMEGA, U)
      INTEGER N, ICOLOR, I, J
      DOUBLE PRECISION OMEGA, U(0:N+1,0:N+1)
      DO ICOLOR = 0, 1
         DO J = 1, N
            DO I = 1 + MOD(J + ICOLOR, 2), N, 2
               U(I,J) = (1.0D0 - OMEGA)*U(I,J) + OMEGA*0.25D0
     &            *(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
            END DO
         END DO
      END DO
      END
