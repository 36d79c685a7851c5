      SUBROUTINE BLKTRI (N, A, B, C, F)
C     Solves a block tridiagonal system with 3 by 3 blocks: A below the
C     diagonal, B on it, C above it. F holds the right-hand side and
C     then the solution; C is overwritten, B is kept.
      INTEGER N, I, J, K, L
      DOUBLE PRECISION A(3,3,N), B(3,3,N), C(3,3,N), F(3,N)
      DOUBLE PRECISION D(3,3), G(3), E(3,3), S
      DO 80 L = 1, N
         DO 20 J = 1, 3
            G(J) = F(J,L)
            DO 10 I = 1, 3
               D(I,J) = B(I,J,L)
   10       CONTINUE
   20    CONTINUE
         IF (L .GT. 1) THEN
            DO 50 I = 1, 3
               DO 40 J = 1, 3
                  S = 0.0D0
                  DO 30 K = 1, 3
                     S = S + A(I,K,L)*C(K,J,L-1)
   30             CONTINUE
                  D(I,J) = D(I,J) - S
   40          CONTINUE
               G(I) = G(I) - A(I,1,L)*F(1,L-1) - A(I,2,L)*F(2,L-1)
     &                     - A(I,3,L)*F(3,L-1)
   50       CONTINUE
         END IF
         CALL INV3 (D, E)
         DO 70 J = 1, 3
            D(1,J) = C(1,J,L)
            D(2,J) = C(2,J,L)
            D(3,J) = C(3,J,L)
            DO 60 I = 1, 3
               C(I,J,L) = E(I,1)*D(1,J) + E(I,2)*D(2,J) + E(I,3)*D(3,J)
   60       CONTINUE
            F(J,L) = E(J,1)*G(1) + E(J,2)*G(2) + E(J,3)*G(3)
   70    CONTINUE
   80 CONTINUE
      DO 110 L = N - 1, 1, -1
         DO 100 J = 1, 3
            DO 90 I = 1, 3
               F(I,L) = F(I,L) - C(I,J,L)*F(J,L+1)
   90       CONTINUE
  100    CONTINUE
  110 CONTINUE
      END

      SUBROUTINE INV3 (D, E)
C     Inverse E of the 3 by 3 matrix D by cofactors.
      DOUBLE PRECISION D(3,3), E(3,3), R
      E(1,1) = D(2,2)*D(3,3) - D(2,3)*D(3,2)
      E(2,1) = D(2,3)*D(3,1) - D(2,1)*D(3,3)
      E(3,1) = D(2,1)*D(3,2) - D(2,2)*D(3,1)
      R = 1.0D0/(D(1,1)*E(1,1) + D(1,2)*E(2,1) + D(1,3)*E(3,1))
      E(1,1) = E(1,1)*R
      E(2,1) = E(2,1)*R
      E(3,1) = E(3,1)*R
      E(1,2) = (D(1,3)*D(3,2) - D(1,2)*D(3,3))*R
      E(2,2) = (D(1,1)*D(3,3) - D(1,3)*D(3,1))*R
      E(3,2) = (D(1,2)*D(3,1) - D(1,1)*D(3,2))*R
      E(1,3) = (D(1,2)*D(2,3) - D(1,3)*D(2,2))*R
      E(2,3) = (D(1,3)*D(2,1) - D(1,1)*D(2,3))*R
      E(3,3) = (D(1,1)*D(2,2) - D(1,2)*D(2,1))*R
      END
