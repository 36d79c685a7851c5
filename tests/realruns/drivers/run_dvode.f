C     Chemical kinetics with several species, solved by DVODE.
      PROGRAM TDVODE
      INTEGER MAXN, LRW, LIW, N, NOUT, I, ISTATE
      PARAMETER (MAXN = 30, LRW = 22 + 9*MAXN + 2*MAXN**2)
      PARAMETER (LIW = 30 + MAXN)
      DOUBLE PRECISION Y(MAXN), RWORK(LRW), T, TOUT, RTOL(1), ATOL(1)
      DOUBLE PRECISION RPAR(1)
      INTEGER IWORK(LIW), IPAR(1)
      EXTERNAL F, JAC
      READ (*,*) N, NOUT
      DO 10 I = 1, N
         Y(I) = 0.0D0
   10 CONTINUE
      Y(1) = 1.0D0
      T = 0.0D0
      RTOL(1) = 1.0D-6
      ATOL(1) = 1.0D-8
      ISTATE = 1
      DO 20 I = 1, NOUT
         TOUT = 4.0D0**I / 10.0D0
         CALL DVODE (F, N, Y, T, TOUT, 1, RTOL, ATOL, 1, ISTATE, 0,
     $               RWORK, LRW, IWORK, LIW, JAC, 22, RPAR, IPAR)
   20 CONTINUE
      WRITE (*,*) ISTATE, Y(1), Y(N)
      END

      SUBROUTINE F (NEQ, T, Y, YDOT, RPAR, IPAR)
      INTEGER NEQ, IPAR(*), I
      DOUBLE PRECISION T, Y(NEQ), YDOT(NEQ), RPAR(*), RATE
      RATE = 1.0D0
      YDOT(1) = -Y(1)
      DO 10 I = 2, NEQ
         YDOT(I) = RATE*Y(I-1)
         IF (I .LT. NEQ) YDOT(I) = YDOT(I) - 0.5D0*RATE*Y(I)
         RATE = 0.5D0*RATE
   10 CONTINUE
      END

      SUBROUTINE JAC
      END
