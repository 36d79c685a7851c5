C     Bodies coupled by springs, solved by DOP853.
      PROGRAM TDOP
      INTEGER MAXN, LWORK, LIWORK, N, I, IDID
      PARAMETER (MAXN = 40, LWORK = 11*MAXN + 21, LIWORK = 21)
      DOUBLE PRECISION Y(MAXN), WORK(LWORK), X, RTOL(1), ATOL(1)
      DOUBLE PRECISION RPAR(1)
      INTEGER IWORK(LIWORK), IPAR(1)
      EXTERNAL F, SOLOUT
      READ (*,*) N
      DO 10 I = 1, N
         Y(I) = DBLE(MOD(I, 4))
   10 CONTINUE
      DO 20 I = 1, LWORK
         WORK(I) = 0.0D0
   20 CONTINUE
      DO 30 I = 1, LIWORK
         IWORK(I) = 0
   30 CONTINUE
      X = 0.0D0
      RTOL(1) = 1.0D-6
      ATOL(1) = 1.0D-6
      CALL DOP853 (N, F, X, Y, 10.0D0, RTOL, ATOL, 0, SOLOUT, 0,
     $             WORK, LWORK, IWORK, LIWORK, RPAR, IPAR, IDID)
      WRITE (*,*) IDID, Y(1)
      END

      SUBROUTINE F (N, X, Y, DY, RPAR, IPAR)
      INTEGER N, IPAR(*), I
      DOUBLE PRECISION X, Y(N), DY(N), RPAR(*)
      DO 10 I = 1, N - 1, 2
         DY(I) = Y(I+1)
         DY(I+1) = -Y(I)
         IF (I .GT. 1) DY(I+1) = DY(I+1) + 0.1D0*(Y(I-2) - Y(I))
   10 CONTINUE
      END

      SUBROUTINE SOLOUT
      END
