C CASE DOPOS (N,M): 0 0 | 1 5 | 5 1 | -3 2 | 2 9    EXACT 1 2
      SUBROUTINE DOPOS(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = N, M
   10 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOSTEP (N,M): 0 0 | 1 10 | 10 1 | -7 8 | 3 3    EXACT 1 2 3
      SUBROUTINE DOSTEP(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = N, M, 3
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = M, N, -2
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 J = 1, I
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOSYM (N,M,K): 1 10 3 | 10 1 -4 | 5 5 1 | 1 10 -1 | 0 7 7    EXACT 1
      SUBROUTINE DOSYM(N,M,K)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = N, M, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE DOCHG (N): 0 | 1 | 5 | -2    EXACT 1 2
      SUBROUTINE DOCHG(N)
      COMMON /KNT/ KOUNT(20)
      L = N
      K = 1
      DO 10 I = 1, L, K
         L = L + 1
         K = 5
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOSHAR (N,M): 0 3 | 3 0 | 4 5 | 1 1 | -1 2    EXACT 1 2
      SUBROUTINE DOSHAR(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      DO 10 J = I, M
      KOUNT(1) = KOUNT(1) + 1
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOSKIP (N,M): 0 3 | 3 0 | 4 5 | 1 1 | 6 2    EXACT 1
      SUBROUTINE DOSKIP(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      DO 10 J = 1, M
      KOUNT(1) = KOUNT(1) + 1
      IF (MOD(I*J,3) .EQ. 1) GOTO 10
      KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      END
C CASE DOREAL (N): 0 | 1 | 4 | -1    EXACT 2
      SUBROUTINE DOREAL(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 X = 0.0, REAL(N), 0.5
   10 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOWHIL (N): 0 | 1 | 5 | -1    EXACT 3
      SUBROUTINE DOWHIL(N)
      COMMON /KNT/ KOUNT(20)
      I = N
      DO WHILE (I .GT. 0)
      KOUNT(1) = KOUNT(1) + 1
      I = I/2
      END DO
      DO 10 J = 1, I
   10 KOUNT(2) = KOUNT(2) + 1
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOAFTR (N): 0 | 1 | 6 | -4 | 7    EXACT 1 2 3
      SUBROUTINE DOAFTR(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 J = 1, I
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 K = 10, N, -3
   30 CONTINUE
      DO 40 J = -5, K
   40 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOTRI (N,M): 0 3 | 3 0 | 4 5 | 6 2 | -1 2    EXACT 1 2 3
      SUBROUTINE DOTRI(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
         DO 20 J = I+1, M
            DO 30 K = J, I, -1
   30       KOUNT(1) = KOUNT(1) + 1
   20    KOUNT(2) = KOUNT(2) + 1
         DO 40 K = I, MIN(N,I+2)
   40    KOUNT(3) = KOUNT(3) + 1
   10 CONTINUE
      END
C CASE DOHALF (N): 0 | 1 | 2 | 7 | 12 | -5    EXACT 1 2 3
      SUBROUTINE DOHALF(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, (N-5)/2
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, N
         DO 20 J = I/2, I, 2
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = N/3, -N/4, -1
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOPROD (N): 0 | 1 | 3 | 5 | -2    EXACT 1 2
      SUBROUTINE DOPROD(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      DO 10 J = 1, I*I
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, 2**N
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOEXIT (N,M): 5 3 | 5 9 | 0 0 | 1 1 | 4 4    EXACT 1 4
      SUBROUTINE DOEXIT(N,M)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, N
      IF (I .EQ. M) GOTO 20
      KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
   20 KOUNT(4) = KOUNT(4) + 1
      DO 30 J = 1, I
   30 KOUNT(5) = KOUNT(5) + 1
      END
C CASE DORET (N,M): 5 3 | 5 9 | 0 0 | 3 1    EXACT 1
      SUBROUTINE DORET(N,M)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, N
      KOUNT(2) = KOUNT(2) + 1
      IF (I*I .GT. M) RETURN
   10 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOSTOP (N,M): 5 3 | 5 9 | 0 0 | 3 1    EXACT 1
      SUBROUTINE DOSTOP(N,M)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, N
      KOUNT(2) = KOUNT(2) + 1
      IF (I .GT. M) STOP
      KOUNT(3) = KOUNT(3) + 1
   10 CONTINUE
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE DOOUT2 (N,M): 3 4 | 5 1 | 0 0 | 2 9    EXACT 1 6
      SUBROUTINE DOOUT2(N,M)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, N
         KOUNT(2) = KOUNT(2) + 1
         DO 20 J = 1, M
            KOUNT(3) = KOUNT(3) + 1
            IF (I+J .EQ. 5) GOTO 30
   20    CONTINUE
         KOUNT(4) = KOUNT(4) + 1
   10 CONTINUE
      KOUNT(5) = KOUNT(5) + 1
   30 KOUNT(6) = KOUNT(6) + 1
      END
C CASE DOONCE (N): 0 | 1 | 5 | -2    EXACT 3
      SUBROUTINE DOONCE(N)
      COMMON /KNT/ KOUNT(20)
      I = 5
      DO 10 I = 1, N
         DO 20 J = 1, I
   20    KOUNT(1) = KOUNT(1) + 1
         GOTO 30
   10 CONTINUE
      KOUNT(2) = KOUNT(2) + 1
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 J = 1, I
   40 KOUNT(4) = KOUNT(4) + 1
      END
C CASE DOIND (N,M): 0 0 | 1 2 | 5 3 | 4 -1    EXACT 1 2 3
      SUBROUTINE DOIND(N,M)
      COMMON /KNT/ KOUNT(20)
      K = 0
      L = M
      DO 10 I = 1, N
         K = K + 2
         DO 20 J = 1, K
   20    KOUNT(1) = KOUNT(1) + 1
         L = L - 1
         DO 30 J = 1, L
   30    KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      DO 40 J = 1, K
   40 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOWRAP (N): 0 | 1 | 5 | -2    EXACT 2
      SUBROUTINE DOWRAP(N)
      COMMON /KNT/ KOUNT(20)
      K = N
      DO 10 I = 1, N
         DO 20 J = 1, K
   20    KOUNT(1) = KOUNT(1) + 1
         K = I
   10 KOUNT(2) = KOUNT(2) + 1
      DO 30 J = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOSUMM (N): 0 | 1 | 4 | -1    EXACT 1
      SUBROUTINE DOSUMM(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
         K = K + I
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DODUAL (N,M): 0 0 | 4 2 | 3 7 | -1 3    EXACT 1 2
      SUBROUTINE DODUAL(N,M)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
         DO 20 J = 1, M
            K = K + 1
   20    KOUNT(1) = KOUNT(1) + 1
   10 CONTINUE
      KOUNT(2) = KOUNT(2) + 1
      DO 30 J = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOCYC (N): 0 | 1 | 6 | -2    EXACT 4
      SUBROUTINE DOCYC(N)
      COMMON /KNT/ KOUNT(20)
      OUTER: DO I = 1, N
      KOUNT(1) = KOUNT(1) + 1
      DO J = 1, N
      IF (J .GT. I) CYCLE OUTER
      KOUNT(2) = KOUNT(2) + 1
      IF (I+J .GT. 8) EXIT OUTER
      END DO
      KOUNT(3) = KOUNT(3) + 1
      END DO OUTER
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE DOEMPT (N): 0 | 1 | 6    EXACT 1
      SUBROUTINE DOEMPT(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 5, 3
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 3, 5, -1
   20 KOUNT(1) = KOUNT(1) + 1
      DO 30 I = N, N-1
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE DOENDL (N): 1 | 3 | 9    EXACT 1
      SUBROUTINE DOENDL(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = 0
      DO
      I = I + 1
      KOUNT(2) = KOUNT(2) + 1
      IF (I .GE. N) EXIT
      END DO
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE DOBLK (N,K): 10 3 | 12 4 | 1 5 | 0 2 | 7 1    EXACT 1 2
      SUBROUTINE DOBLK(N,K)
      COMMON /KNT/ KOUNT(20)
      DO 10 II = 1, N, K
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = II, MIN(II+K-1,N)
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DODOWN (N): 0 | 1 | 8 | -3    EXACT 1 2
      SUBROUTINE DODOWN(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = N, 1, -1
      KOUNT(1) = KOUNT(1) + 1
      DO 10 J = I, 1, -2
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOCIND (N): 0 | 1 | 5 | 8    EXACT 2
      SUBROUTINE DOCIND(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
         IF (MOD(I,2) .EQ. 0) K = K + 1
         DO 20 J = 1, K
   20    KOUNT(1) = KOUNT(1) + 1
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE DOCIN2 (N): 0 | 1 | 5 | 8    EXACT
      SUBROUTINE DOCIN2(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
         DO 20 J = 1, K
   20    KOUNT(1) = KOUNT(1) + 1
         IF (MOD(I,3) .EQ. 0) GOTO 10
         K = K + 2
   10 CONTINUE
      END
C CASE DOINC2 (N): 0 | 1 | 5 | 8    EXACT
      SUBROUTINE DOINC2(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
         K = K + 1
         DO 20 J = 1, K
   20    KOUNT(1) = KOUNT(1) + 1
         K = K + 2
   10 CONTINUE
      DO 30 J = 1, K
   30 KOUNT(2) = KOUNT(2) + 1
      END
