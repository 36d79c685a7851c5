C     SWEEP - SYMMETRIC OVER-RELAXATION ON A THREE DIMENSIONAL GRID AND
C     A SET OF LOOP SHAPES AROUND IT: FORWARD AND BACKWARD SWEEPS,
C     DIAGONAL WAVE FRONTS, TRAPEZOIDS, STRIDES, LOOPS WITHOUT A TURN.
      PROGRAM SWEEP
      INTEGER MX, NSWEEP
      PARAMETER (MX = 14, NSWEEP = 25)
      REAL U(MX,MX,MX), V(MX,MX,MX), DIFF
      INTEGER I, J, K, N, ITER, NPTS, LEVELS
C
      DO 60 N = 6, MX, 4
         CALL FILL (MX, N, U)
         CALL FILL (MX, N, V)
         DO 10 ITER = 1, NSWEEP
            CALL FORWRD (MX, N, U)
            CALL BACKWD (MX, N, U)
            CALL FRONTS (MX, N, V, LEVELS)
            CALL BACKWD (MX, N, V)
   10    CONTINUE
C        BOTH ORDERS VISIT OLD AND NEW VALUES IN THE SAME WAY
         DIFF = 0.0
         DO 20 K = 1, N
         DO 20 J = 1, N
         DO 20 I = 1, N
   20    DIFF = MAX(DIFF, ABS(U(I,J,K)-V(I,J,K)))
         CALL COUNT (N, NPTS)
         WRITE (*,100) N, U(N/2,N/2,N/2), DIFF .LT. 1.0E-2, LEVELS, NPTS
   60 CONTINUE
  100 FORMAT (' N', I3, '  CENTRE', F7.1, '  SAME ', L1, '  FRONTS', I4,
     1        '  LOOP TURNS', I6)
      END
C
C     WARM TOP, COLD REST
      SUBROUTINE FILL (MX, N, U)
      INTEGER MX, N, I, J, K
      REAL U(MX,MX,MX)
      DO 10 K = 1, N
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 U(I,J,K) = 0.0
      DO 20 J = 1, N
      DO 20 I = 1, N
   20 U(I,J,N) = 100.0
      END
C
      SUBROUTINE RELAXP (MX, U, I, J, K)
      INTEGER MX, I, J, K
      REAL U(MX,MX,MX), OMEGA
      PARAMETER (OMEGA = 1.3)
      U(I,J,K) = (1.0-OMEGA)*U(I,J,K) + OMEGA/6.0*(U(I-1,J,K)
     1   + U(I+1,J,K) + U(I,J-1,K) + U(I,J+1,K) + U(I,J,K-1)
     2   + U(I,J,K+1))
      END
C
      SUBROUTINE FORWRD (MX, N, U)
      INTEGER MX, N, I, J, K
      REAL U(MX,MX,MX)
      DO 10 K = 2, N-1
      DO 10 J = 2, N-1
      DO 10 I = 2, N-1
   10 CALL RELAXP (MX, U, I, J, K)
      END
C
      SUBROUTINE BACKWD (MX, N, U)
      INTEGER MX, N, I, J, K
      REAL U(MX,MX,MX)
      DO 10 K = N-1, 2, -1
      DO 10 J = N-1, 2, -1
      DO 10 I = N-1, 2, -1
   10 CALL RELAXP (MX, U, I, J, K)
      END
C
C     FORWARD SWEEP ORDERED BY DIAGONAL PLANES I+J+K = L
      SUBROUTINE FRONTS (MX, N, U, LEVELS)
      INTEGER MX, N, I, J, L, LEVELS
      REAL U(MX,MX,MX)
      LEVELS = 0
      DO 30 L = 6, 3*(N-1)
         LEVELS = LEVELS + 1
         DO 20 J = MAX0(2,L-2*(N-1)), MIN0(N-1,L-4)
            DO 10 I = MAX0(2,L-J-(N-1)), MIN0(N-1,L-J-2)
   10       CALL RELAXP (MX, U, I, J, L-I-J)
   20    CONTINUE
   30 CONTINUE
      END
C
C     TURNS OF A NUMBER OF LOOP SHAPES, SOME OF THEM EMPTY
      SUBROUTINE COUNT (N, NPTS)
      INTEGER N, NPTS, I, J, K, M
      NPTS = 0
      M = N/2
C     --- TRIANGLE AND TETRAHEDRON
      DO 10 I = 1, N
      DO 10 J = I, N
      DO 10 K = J, N
   10 NPTS = NPTS + 1
C     --- TRAPEZOID AND BAND
      DO 20 I = 1, N
         DO 15 J = 1, MIN0(I+2,M)
   15    NPTS = NPTS + 1
         DO 20 J = MAX0(1,I-2), MIN0(N,I+2)
   20 NPTS = NPTS + 1
C     --- STRIDES UP AND DOWN
      DO 30 I = N, 1, -3
      DO 30 J = 1, I, 4
   30 NPTS = NPTS + 1
C     --- NO TURN AT ALL
      DO 40 I = N, 1
      DO 40 J = 1, N
   40 NPTS = NPTS + 1
      DO 50 I = 1, 0, 2
   50 NPTS = NPTS + 1
      DO 60 I = M, N, -1
   60 NPTS = NPTS + 1
C     --- THE LOOP VARIABLE AFTER THE LOOP
      DO 70 I = 1, N, 5
   70 CONTINUE
      NPTS = NPTS + I
      END
