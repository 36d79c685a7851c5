C     Diffusion on a line by the method of lines, solved by LSODA.
      PROGRAM TLSODA
      INTEGER MAXN, LRW, LIW, N, NOUT, I, ISTATE
      PARAMETER (MAXN = 40, LRW = 22 + 9*MAXN + MAXN**2, LIW = 20+MAXN)
      DOUBLE PRECISION Y(MAXN), RWORK(LRW), T, TOUT, RTOL(1), ATOL(1)
      INTEGER IWORK(LIW), NEQ(1)
      EXTERNAL F, JAC
      READ (*,*) N, NOUT
      NEQ(1) = N
      DO 10 I = 1, N
         Y(I) = DBLE(I*(N + 1 - I)) / DBLE(N*N)
   10 CONTINUE
      T = 0.0D0
      RTOL(1) = 1.0D-5
      ATOL(1) = 1.0D-7
      ISTATE = 1
      DO 20 I = 1, NOUT
         TOUT = 0.1D0*DBLE(I)
         CALL LSODA (F, NEQ, Y, T, TOUT, 1, RTOL, ATOL, 1, ISTATE, 0,
     $               RWORK, LRW, IWORK, LIW, JAC, 2)
   20 CONTINUE
      WRITE (*,*) ISTATE, Y(1), Y(N)
      END

      SUBROUTINE F (NEQ, T, Y, YDOT)
      INTEGER NEQ, I
      DOUBLE PRECISION T, Y(NEQ), YDOT(NEQ), LEFT, RIGHT
      DO 10 I = 1, NEQ
         LEFT = 0.0D0
         RIGHT = 0.0D0
         IF (I .GT. 1) LEFT = Y(I-1)
         IF (I .LT. NEQ) RIGHT = Y(I+1)
         YDOT(I) = DBLE(NEQ)*(LEFT - 2.0D0*Y(I) + RIGHT)
   10 CONTINUE
      END

      SUBROUTINE JAC
      END
