C     One upwind step of a tracer Q in a wind that has one sign per layer; Q is moved to R. TOTAL: what is there afterwards.
      SUBROUTINE ADVEC3 (NX, NY, NZ, CX, CY, CZ, Q, R, TOTAL)
      INTEGER NX, NY, NZ, I, J, K
      DOUBLE PRECISION CX(NZ), CY(NZ), CZ, Q(NX,NY,NZ), R(NX,NY,NZ)
      DOUBLE PRECISION TOTAL, FX, FY, FZ
      DO 30 K = 2, NZ - 1
         DO 20 J = 2, NY - 1
            DO 10 I = 2, NX - 1
               IF (CX(K) .GT. 0.0D0) THEN
                  FX = CX(K)*(Q(I,J,K) - Q(I-1,J,K))
               ELSE
                  FX = CX(K)*(Q(I+1,J,K) - Q(I,J,K))
               END IF
               FY = CY(K)*(Q(I,J,K) - Q(I,J-1,K))
               FZ = CZ*(Q(I,J,K) - Q(I,J,K-1))
               R(I,J,K) = Q(I,J,K) - FX - FY - FZ
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      TOTAL = 0.0D0
      DO 60 K = 1, NZ
         DO 50 J = 1, NY
            DO 40 I = 1, NX
               TOTAL = TOTAL + R(I,J,K)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      END
