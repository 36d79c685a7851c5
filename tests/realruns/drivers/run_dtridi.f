C     Tridiagonal systems: general, and positive definite.
      PROGRAM TTRIDI
      INTEGER MAXN, N, NRHS, I, INFO
      PARAMETER (MAXN = 400)
      DOUBLE PRECISION DL(MAXN), D(MAXN), DU(MAXN), B(MAXN,4)
      READ (*,*) N, NRHS
      DO 10 I = 1, N
         DL(I) = -1.0D0
         D(I) = 3.0D0 + DBLE(MOD(I, 3))
         DU(I) = -1.0D0
   10 CONTINUE
      CALL DENSE (N, NRHS, B, MAXN, 1)
      CALL DGTSV (N, NRHS, DL, D, DU, B, MAXN, INFO)
      IF (INFO .NE. 0) STOP 1
      DO 20 I = 1, N
         D(I) = 3.0D0
         DU(I) = 1.0D0
   20 CONTINUE
      CALL DPTSV (N, NRHS, D, DU, B, MAXN, INFO)
      WRITE (*,*) INFO, B(1,1), B(N,NRHS)
      END
