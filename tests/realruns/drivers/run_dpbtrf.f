C     A positive definite band system.
      PROGRAM TPBTRF
      INTEGER LDAB, MAXN, N, KD, I, J, INFO
      PARAMETER (LDAB = 48, MAXN = 200)
      DOUBLE PRECISION AB(LDAB,MAXN), B(MAXN)
      READ (*,*) N, KD
      DO 20 J = 1, N
         AB(1,J) = 4.0D0*DBLE(KD + 1)
         DO 10 I = 2, KD + 1
            AB(I,J) = -1.0D0 / DBLE(I)
   10    CONTINUE
   20 CONTINUE
      CALL VECTOR (N, B, 3)
      CALL DPBTRF ('L', N, KD, AB, LDAB, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DPBTRS ('L', N, KD, 1, AB, LDAB, B, MAXN, INFO)
      WRITE (*,*) INFO, B(1), B(N)
      END
