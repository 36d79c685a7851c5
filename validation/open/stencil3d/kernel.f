C     Heat conduction on an N*N*N grid: 2*NPAIR explicit steps, U to V and back. RES: the sum of squared changes of the last step.
      SUBROUTINE HEAT3 (N, NPAIR, ALPHA, U, V, RES)
      INTEGER N, NPAIR, IPAIR
      DOUBLE PRECISION ALPHA, U(N,N,N), V(N,N,N), RES
      DO 10 IPAIR = 1, NPAIR
         CALL STEP7 (N, ALPHA, U, V)
         CALL STEP7 (N, ALPHA, V, U)
   10 CONTINUE
      CALL CHANGE (N, U, V, RES)
      END

      SUBROUTINE STEP7 (N, ALPHA, U, V)
      INTEGER N, I, J, K
      DOUBLE PRECISION ALPHA, U(N,N,N), V(N,N,N)
      DO 30 K = 2, N - 1
         DO 20 J = 2, N - 1
            DO 10 I = 2, N - 1
               V(I,J,K) = U(I,J,K) + ALPHA*(U(I-1,J,K) + U(I+1,J,K)
     &            + U(I,J-1,K) + U(I,J+1,K) + U(I,J,K-1) + U(I,J,K+1)
     &            - 6.0D0*U(I,J,K))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE CHANGE (N, U, V, RES)
      INTEGER N, I, J, K
      DOUBLE PRECISION U(N,N,N), V(N,N,N), RES
      RES = 0.0D0
      DO K = 2, N - 1
         DO J = 2, N - 1
            DO I = 2, N - 1
               RES = RES + (U(I,J,K) - V(I,J,K))**2
            END DO
         END DO
      END DO
      END
