C CASE XCOND (N): 0 | 1 | 4    EXACT 2
      SUBROUTINE XCOND(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /XCBA/ K
      INTEGER XCONDF
      K = 1
      IF (XCONDF(N) .GT. 2 .OR. N .EQ. 1) THEN
      KOUNT(1) = KOUNT(1) + 1
      END IF
      DO 10 I = 1, K
   10 KOUNT(2) = KOUNT(2) + 1
      END
      INTEGER FUNCTION XCONDF(N)
      COMMON /XCBA/ K
      K = K + N
      XCONDF = N
      END
C CASE XLATE (N): 0 | 1 | 4    EXACT
      SUBROUTINE XLATE(N)
      COMMON /KNT/ KOUNT(20)
      K = 2
      DO 10 I = 1, N
      IF (I .EQ. 2) K = 4
      DO 10 J = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 J = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE XREPT (N): 0 | 1 | 4    EXACT
      SUBROUTINE XREPT(N)
      COMMON /KNT/ KOUNT(20)
      K = 1
      I = 0
   10 I = I + 1
      K = K + 2
      DO 20 J = 1, K
   20 KOUNT(1) = KOUNT(1) + 1
      DO 25 J = 1, I
   25 KOUNT(2) = KOUNT(2) + 1
      IF (I .LT. N) GOTO 10
      DO 30 J = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE XDATA (N): 0 | 1 | 4    EXACT
      SUBROUTINE XDATA(N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*8 C
      INTEGER L(3), K
      DATA L /3*2/, K /3/, C /'abc'/
      L(N-N+1) = 4
      DO 10 I = 1, L(1)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      CALL XDATAS(K)
      DO 30 I = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE XDATAS(K)
      K = K + 3
      END
C CASE XCOMA (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE XCOMA(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /XCBC/ K, L
      K = N
      L = 2
      CALL XCOMAS(K)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE XCOMAS(J)
      COMMON /XCBC/ K, L
      L = J + 1
      END
C CASE XDOARG (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE XDOARG(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      K = I
      CALL XDOARGS(K, N)
      DO 10 J = K, N
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE XDOARGS(K, N)
      COMMON /KNT/ KOUNT(20)
      DO 10 K = K, N
      KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      END
C CASE XASSG (N): 0 | 1 | 4    EXACT
      SUBROUTINE XASSG(N)
      COMMON /KNT/ KOUNT(20)
      ASSIGN 20 TO L
      DO 30 I = 1, N
      GOTO L
   10 KOUNT(1) = KOUNT(1) + 1
      GOTO 30
   20 KOUNT(2) = KOUNT(2) + 1
      ASSIGN 10 TO L
   30 CONTINUE
      END
C CASE XSKIP (N): 0 | 1 | 4    EXACT 3 5
      SUBROUTINE XSKIP(N)
      COMMON /KNT/ KOUNT(20)
      DO 30 I = 1, N
      DO 20 J = 1, N
      IF (J .GT. 2) GOTO 30
   20 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
   30 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
      DO 50 I = 1, N
      DO 40 J = 1, 3
      IF (I+J .GT. 99) GOTO 60
   40 KOUNT(4) = KOUNT(4) + 1
   50 CONTINUE
   60 KOUNT(5) = KOUNT(5) + 1
      END
C CASE XENTR (N): 0 | 1 | 4    EXACT
      SUBROUTINE XENTR(N)
      COMMON /KNT/ KOUNT(20)
      K = N
      GOTO 20
   10 K = K - 1
      KOUNT(1) = KOUNT(1) + 1
   20 IF (K .GT. 0) GOTO 10
      DO 30 I = 1, K + 2
   30 KOUNT(2) = KOUNT(2) + 1
      END
C CASE XSAVE (N): 0 | 1 | 4    EXACT
      SUBROUTINE XSAVE(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER XSAVEF
      DO 10 I = 1, XSAVEF(N) - XSAVEF(N)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, XSAVEF(N)
   20 KOUNT(2) = KOUNT(2) + 1
      END
      INTEGER FUNCTION XSAVEF(N)
      SAVE K
      DATA K /0/
      K = K + 1
      XSAVEF = K + N
      END
C CASE XREAL (N): 0 | 1 | 4    EXACT
      SUBROUTINE XREAL(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 X = 1, N
      DO 10 I = 1, INT(X)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1.5, N + 0.7
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE XMIN (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE XMIN(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      M = MIN(I, 2)
      DO 10 J = 1, M
      DO 10 K = J, I*M
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE XSTEP (N): 1 | 2 | 4    EXACT 1 2 3
      SUBROUTINE XSTEP(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, 10
      DO 10 J = I, 10, N
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 10, 1, -N
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, 10
      DO 30 J = 1, 10, I
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE XFIRST (N): 0 | 1 | 4    EXACT
      SUBROUTINE XFIRST(N)
      COMMON /KNT/ KOUNT(20)
      DO 20 I = 1, N
      IF (I .GT. 1) GOTO 15
      K = 0
   15 K = K + 1
      DO 20 J = 1, K
   20 KOUNT(1) = KOUNT(1) + 1
      END
