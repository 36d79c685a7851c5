C CASE RLIN (N,M): 0 0 | 1 3 | 5 2 | 8 8 | -2 4    EXACT 1 2 3 4
      SUBROUTINE RLIN(N,M)
      COMMON /RSTEP/ K
      K = 2
      CALL RLIN1(N)
      L = M
      CALL RLIN2(L, N)
      CALL RLIN3(N, 1)
      END
      RECURSIVE SUBROUTINE RLIN1(N)
      COMMON /KNT/ KOUNT(20)
      IF (N .LT. 1) GOTO 10
      DO 20 I = 1, N
      KOUNT(1) = KOUNT(1) + 1
   20 CALL RLIN4(I, N)
      CALL RLIN1(N-1)
   10 CONTINUE
      END
      RECURSIVE SUBROUTINE RLIN2(N, M)
      COMMON /KNT/ KOUNT(20)
      N = N - 1
      KOUNT(2) = KOUNT(2) + 1
      IF (N .GT. 0) CALL RLIN2(N, M)
      END
      RECURSIVE SUBROUTINE RLIN3(N, M)
      COMMON /RSTEP/ K
      COMMON /KNT/ KOUNT(20)
      DO 20 J = 1, M
   20 KOUNT(3) = KOUNT(3) + 1
      IF (N .LE. 0) RETURN
      CALL RLIN3(N-K, M+K)
      END
      SUBROUTINE RLIN4(I, N)
      COMMON /KNT/ KOUNT(20)
      DO 10 J = I, N
   10 KOUNT(4) = KOUNT(4) + 1
      END
C CASE RTWO (N,M): 0 0 | 1 3 | 5 2 | 8 8 | -2 4    EXACT 1 2 3 4
      SUBROUTINE RTWO(N,M)
      CALL RTWO1(N)
      CALL RTWO2(M, N)
      DO 10 I = 1, M
   10 CALL RTWO1(I)
      L = RTWO3(N)
      END
      RECURSIVE SUBROUTINE RTWO1(N)
      COMMON /KNT/ KOUNT(20)
      IF (N .GE. 1) THEN
         CALL RTWO1(N/2)
         DO 30 J = 1, N
         DO 30 I = 1, J
   30    KOUNT(1) = KOUNT(1) + 1
         CALL RTWO1(N/2)
      ELSE
         KOUNT(2) = KOUNT(2) + 1
      ENDIF
      END
      RECURSIVE SUBROUTINE RTWO2(I, N)
      COMMON /KNT/ KOUNT(20)
      IF (I .GT. N) RETURN
      CALL RTWO2(I+2, N)
      KOUNT(3) = KOUNT(3) + 1
      CALL RTWO2(I+2, N)
      END
      RECURSIVE FUNCTION RTWO3(N) RESULT(R)
      COMMON /KNT/ KOUNT(20)
      KOUNT(4) = KOUNT(4) + 1
      IF (N .LE. 0) THEN
         R = 1
      ELSE
         R = N*RTWO3(N-1)
      END IF
      END
