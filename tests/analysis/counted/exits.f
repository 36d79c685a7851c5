C CASE YMIN (N,K): 0 3 | 9 4 | 4 9 | 5 0 | 5 -2    EXACT 1 2 3 4 5
      SUBROUTINE YMIN(N,K)
      COMMON /KNT/ KOUNT(20)
      DO 10 J = 1, N
      IF (J .GT. K) GOTO 20
      KOUNT(1) = KOUNT(1) + 1
   10 CONTINUE
      KOUNT(2) = KOUNT(2) + 1
   20 DO 30 I = 1, J
      KOUNT(3) = KOUNT(3) + 1
   30 CONTINUE
      DO 50 I = 1, N
      DO 40 J = 1, N, 2
      IF (I + J .GT. K) GOTO 50
      KOUNT(4) = KOUNT(4) + 1
   40 CONTINUE
      KOUNT(5) = KOUNT(5) + 1
   50 CONTINUE
      END
C CASE YEQUAL (N,K): 0 3 | 9 4 | 9 5 | 4 9 | 5 0 | 5 -2    EXACT 1 2 3
      SUBROUTINE YEQUAL(N,K)
      COMMON /KNT/ KOUNT(20)
      DO 10 J = 2, N, 3
      IF (J .EQ. K) GOTO 20
      KOUNT(1) = KOUNT(1) + 1
   10 CONTINUE
   20 DO 30 I = N, 1, -1
      IF (I .EQ. K .AND. N .GT. 5) STOP
      KOUNT(2) = KOUNT(2) + 1
   30 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE YRETRN (N,K): 0 3 | 6 4 | 4 9    EXACT 1 2 3 4
      SUBROUTINE YRETRN(N,K)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 CALL YRETR1(I, K)
      CALL YRETR1(N, K)
      KOUNT(4) = KOUNT(4) + 1
      END
      SUBROUTINE YRETR1(I, K)
      COMMON /KNT/ KOUNT(20)
      DO 10 J = 1, K
      KOUNT(1) = KOUNT(1) + 1
      IF (J .GE. I) RETURN
      KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE YSTEPS (N,K): 0 3 | 30 40 | 12 9 | 5 200    EXACT 1 2 3
      SUBROUTINE YSTEPS(N,K)
      COMMON /KNT/ KOUNT(20)
      I = 1
   10 IF (I*I .LE. N) THEN
      KOUNT(1) = KOUNT(1) + 1
      I = I + 1
      GOTO 10
      END IF
      DO 20 J = 1, N
      IF (J*J - J .GE. K) GOTO 30
      KOUNT(2) = KOUNT(2) + 1
   20 CONTINUE
   30 I = 0
      J = N
   40 IF (I .GE. J) RETURN
      KOUNT(3) = KOUNT(3) + 1
      I = I + 1
      J = J - 1
      GOTO 40
      END
C CASE YPROD (N,K): 0 3 | 5 7 | 4 40 | 6 -1    EXACT 1 2
      SUBROUTINE YPROD(N,K)
      COMMON /KNT/ KOUNT(20)
      DO 20 I = 1, N
      DO 10 J = 1, N
      IF (I*J .GT. K) GOTO 20
      KOUNT(1) = KOUNT(1) + 1
   10 CONTINUE
   20 CONTINUE
      DO 40 I = 2, N, 2
      J = 0
   30 IF ((I + 1)*J .LT. K) THEN
      KOUNT(2) = KOUNT(2) + 1
      J = J + 1
      GOTO 30
      END IF
   40 CONTINUE
      END
