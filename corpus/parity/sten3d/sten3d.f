C     One step of a seven-point stencil in three dimensions.
      SUBROUTINE STEN3D (NX, NY, NZ, C0, C1, A, B)
      INTEGER NX, NY, NZ, I, J, K
      DOUBLE PRECISION C0, C1, A(NX,NY,NZ), B(NX,NY,NZ)
      DO 10 K = 2, NZ - 1
      DO 10 J = 2, NY - 1
      DO 10 I = 2, NX - 1
   10 B(I,J,K) = C0*A(I,J,K) + C1*(A(I-1,J,K) + A(I+1,J,K)
     &   + A(I,J-1,K) + A(I,J+1,K) + A(I,J,K-1) + A(I,J,K+1))
      END
