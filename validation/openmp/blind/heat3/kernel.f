C     one step of the heat equation; the faces stay
      SUBROUTINE HEAT3 (NX, NY, NZ, C, U, V)
      INTEGER NX, NY, NZ, I, J, K
      DOUBLE PRECISION C, U(NX,NY,NZ), V(NX,NY,NZ)
!$OMP PARALLEL DO PRIVATE(I, J) SCHEDULE(STATIC)
      DO 30 K = 2, NZ - 1
         DO 20 J = 2, NY - 1
            DO 10 I = 2, NX - 1
               V(I,J,K) = U(I,J,K) + C*(U(I-1,J,K) + U(I+1,J,K)
     &            + U(I,J-1,K) + U(I,J+1,K) + U(I,J,K-1)
     &            + U(I,J,K+1) - 6.0D0*U(I,J,K))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
!$OMP END PARALLEL DO
      END
