C     Heat in a rod of N points, with the temperature of both ends given.
      PROGRAM TDASSL
      INTEGER N, I, IDID, INFO(15), IWORK(220), IPAR(1), LRW
      DOUBLE PRECISION T, TOUT, RTOL(1), ATOL(1), Y(200), YP(200)
      DOUBLE PRECISION RWORK(50000), RPAR(1)
      EXTERNAL HEAT, NOJAC
      READ (*,*) N
      IPAR(1) = N
      CALL VECTOR (N, Y, 1)
      Y(1) = 0.0D0
      Y(N) = 1.0D0
      YP(1) = 0.0D0
      YP(N) = 0.0D0
      DO 10 I = 2, N - 1
         YP(I) = Y(I - 1) - 2.0D0*Y(I) + Y(I + 1)
   10 CONTINUE
      DO 20 I = 1, 15
         INFO(I) = 0
   20 CONTINUE
      RTOL(1) = 1.0D-5
      ATOL(1) = 1.0D-7
      LRW = 40 + 9*N + N*N
      T = 0.0D0
      DO 30 I = 1, 5
         TOUT = DBLE(I)
         CALL DDASSL (HEAT, N, T, Y, YP, TOUT, INFO, RTOL, ATOL, IDID,
     $                RWORK, LRW, IWORK, 220, RPAR, IPAR, NOJAC)
         IF (IDID .LT. 0) STOP 2
   30 CONTINUE
      WRITE (*,*) IDID, Y(2)
      END

C     The residual.
      SUBROUTINE HEAT (T, Y, YP, DELTA, IRES, RPAR, IPAR)
      INTEGER IRES, IPAR(1), I, N
      DOUBLE PRECISION T, Y(*), YP(*), DELTA(*), RPAR(1)
      N = IPAR(1)
      DELTA(1) = Y(1)
      DELTA(N) = Y(N) - 1.0D0
      DO 10 I = 2, N - 1
         DELTA(I) = YP(I) - Y(I - 1) + 2.0D0*Y(I) - Y(I + 1)
   10 CONTINUE
      END

C     Derivatives are found by differences.
      SUBROUTINE NOJAC (T, Y, YP, PD, CJ, RPAR, IPAR)
      INTEGER IPAR(1)
      DOUBLE PRECISION T, Y(*), YP(*), PD(*), CJ, RPAR(1)
      STOP 3
      END

C     What the library calls to end a program.
      SUBROUTINE XSTOPX (TEXT)
      CHARACTER*(*) TEXT
      STOP 4
      END
