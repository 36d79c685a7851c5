C     A general band system.
      PROGRAM TGBTRF
      INTEGER LDAB, MAXN, N, KL, KU, I, J, INFO
      PARAMETER (LDAB = 48, MAXN = 200)
      DOUBLE PRECISION AB(LDAB,MAXN), B(MAXN)
      INTEGER IPIV(MAXN)
      READ (*,*) N, KL, KU
      DO 20 J = 1, N
         DO 10 I = KL + 1, 2*KL + KU + 1
            AB(I,J) = DBLE(MOD(I*7 + J*3, 19)) / 9.0D0 - 1.0D0
   10    CONTINUE
         AB(KL+KU+1,J) = 3.0D0*DBLE(KL + KU)
   20 CONTINUE
      CALL VECTOR (N, B, 3)
      CALL DGBTRF (N, N, KL, KU, AB, LDAB, IPIV, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DGBTRS ('N', N, KL, KU, 1, AB, LDAB, IPIV, B, MAXN, INFO)
      WRITE (*,*) INFO, B(1), B(N)
      END
