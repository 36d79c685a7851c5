      PROGRAM JACOBI
C     A rod with fixed ends: Jacobi sweeps over N points until they settle.
      INTEGER MAXN
      PARAMETER (MAXN = 200)
      INTEGER N, I, SWEEPS
      DOUBLE PRECISION U(0:MAXN+1), V(MAXN), CHANGE
      READ *, N
      DO 10 I = 0, N
         U(I) = 0.0D0
   10 CONTINUE
      U(N + 1) = 1.0D0
      SWEEPS = 0
   20 CHANGE = 0.0D0
      DO 30 I = 1, N
         V(I) = 0.5D0*(U(I - 1) + U(I + 1))
         CHANGE = MAX(CHANGE, ABS(V(I) - U(I)))
   30 CONTINUE
      DO 40 I = 1, N
         U(I) = V(I)
   40 CONTINUE
      SWEEPS = SWEEPS + 1
      IF (CHANGE .GT. 1.0D-2/(N*N)) GOTO 20
      PRINT *, SWEEPS, U(N/2)
      END
