C CASE CBIND (N,M): 0 0 | 2 3 | 4 1 | -1 2    EXACT 1 2
      SUBROUTINE CBIND(N,M)
      COMMON /KNT/ KOUNT(20)
      CALL CBIND1(M, N+1)
      CALL CBIND1(3, M)
      END
      SUBROUTINE CBIND1(N, K)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, N
      DO 10 J = I, K
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CLOOP (N): 0 | 1 | 4 | 7    EXACT 1 2 3
      SUBROUTINE CLOOP(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      CALL CLOOP1(I, N)
   10 CALL CLOOP1(I*I, I)
      END
      SUBROUTINE CLOOP1(K, L)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = K, L
      CALL CLOOP2(I)
   10 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CLOOP2(J)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, J
   10 KOUNT(3) = KOUNT(3) + 1
      END
C CASE CFUNC (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CFUNC(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CFUNC1
      DO 10 I = 1, CFUNC1(N)
   10 KOUNT(1) = KOUNT(1) + 1
      END
      INTEGER FUNCTION CFUNC1(N)
      COMMON /KNT/ KOUNT(20)
      CFUNC1 = 2*N + 1
      DO 10 I = 1, N
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CENTRY (N): 0 | 1 | 4    EXACT 1 2 3
      SUBROUTINE CENTRY(N)
      COMMON /KNT/ KOUNT(20)
      K = 1
      CALL CENT1(N, K)
      CALL CENT2(K)
      DO 10 I = 1, 2
   10 KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE CENT1(N, K)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      RETURN
      ENTRY CENT2(K)
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CENTEX (N): 0 | 1 | 4    EXACT 1 2 3
      SUBROUTINE CENTEX(N)
      COMMON /KNT/ KOUNT(20)
      K = 1
      CALL CENX2(K)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      L = 2
      CALL CENX1(L)
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE CENX1(K)
      K = 5
      RETURN
      ENTRY CENX2(K)
      K = 7
      END
C CASE CENTFN (N): 0 | 1 | 4    EXACT 1 3
      SUBROUTINE CENTFN(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CENF1, CENF2
      K = CENF1(N)
      L = CENF2(N)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      KOUNT(3) = KOUNT(3) + 1
      END
      INTEGER FUNCTION CENF1(N)
      INTEGER CENF2
      CENF1 = N + 3
      RETURN
      ENTRY CENF2(N)
      CENF2 = 2*N
      END
C CASE CALTRT (N): 0 | 1 | 4    EXACT 1 5
      SUBROUTINE CALTRT(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      CALL CALTR1(N, *10, *20)
      KOUNT(2) = KOUNT(2) + 1
      GOTO 30
   10 KOUNT(3) = KOUNT(3) + 1
      GOTO 30
   20 KOUNT(4) = KOUNT(4) + 1
   30 KOUNT(5) = KOUNT(5) + 1
      END
      SUBROUTINE CALTR1(N, *, *)
      COMMON /KNT/ KOUNT(20)
      KOUNT(6) = KOUNT(6) + 1
      IF (N .EQ. 0) RETURN 1
      IF (N .EQ. 1) RETURN 2
      KOUNT(7) = KOUNT(7) + 1
      END
C CASE CSFUN (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CSFUN(N)
      COMMON /KNT/ KOUNT(20)
      ISQ(I) = I*I + K
      KSH(K) = ISQ(K+1) - K
      K = 2
      DO 10 I = 1, ISQ(N)
   10 KOUNT(1) = KOUNT(1) + 1
      K = 3
      DO 20 I = 1, KSH(N)
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CPROC (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CPROC(N)
      COMMON /KNT/ KOUNT(20)
      EXTERNAL CPROC2
      K = 3
      KOUNT(1) = KOUNT(1) + 1
      CALL CPROC1(CPROC2, N, K)
      DO 10 I = 1, K
   10 KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE CPROC1(F, N, K)
      COMMON /KNT/ KOUNT(20)
      EXTERNAL F
      DO 10 I = 1, N
      CALL F(K)
   10 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CPROC2(K)
      COMMON /KNT/ KOUNT(20)
      K = K + 1
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE CSTOP (N): 0 | 1 | 2    EXACT 1 2 4 5
      SUBROUTINE CSTOP(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      CALL CSTOP1(N)
      KOUNT(4) = KOUNT(4) + 1
      DO 10 I = 1, N
      CALL CSTOP1(I)
   10 KOUNT(5) = KOUNT(5) + 1
      END
      SUBROUTINE CSTOP1(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(2) = KOUNT(2) + 1
      IF (N .GT. 2) STOP
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE CEXTF (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CEXTF(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER XTWICE
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, XTWICE(N)
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CMODAR (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CMODAR(N)
      COMMON /KNT/ KOUNT(20)
      K = 4
      CALL CMODA1(K, N)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      CALL CMODA1((K), N)
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CMODA1(K, N)
      CALL CMODA2(N, K)
      END
      SUBROUTINE CMODA2(N, K)
      K = K + N
      END
C CASE CELEM (N): 0 | 1 | 4    EXACT
      SUBROUTINE CELEM(N)
      COMMON /KNT/ KOUNT(20)
      DIMENSION L(3)
      L(2) = N
      CALL CELEM1(L(2))
      END
      SUBROUTINE CELEM1(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE CCONDR (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CCONDR(N)
      COMMON /KNT/ KOUNT(20)
      K = N
      CALL CCOND1(K)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, K
   10 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CCOND1(K)
      COMMON /KNT/ KOUNT(20)
      IF (K .GT. 2) RETURN
      KOUNT(3) = KOUNT(3) + 1
      K = K + 10
      END
C CASE CARRW (N): 0 | 1 | 4    EXACT
      SUBROUTINE CARRW(N)
      COMMON /KNT/ KOUNT(20)
      DIMENSION L(3)
      EQUIVALENCE (L(2), K)
      K = 2
      CALL CARRW1(L, N)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE CARRW1(L, N)
      DIMENSION L(3)
      CALL CARRW2(L, N)
      END
      SUBROUTINE CARRW2(L, N)
      DIMENSION L(*)
      L(2) = N + 3
      END
C CASE CREAD (N): 2 | 3    EXACT 1 2
      SUBROUTINE CREAD(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, 3
      CALL CREAD1(I)
      CALL CREAD1(N)
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE CREAD1(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CLAST (N): 0 | 1 | 4    EXACT 2
      SUBROUTINE CLAST(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CLAST1
      I = 0
      DO WHILE (CLAST1(I) .LT. N)
      KOUNT(1) = KOUNT(1) + 1
      I = I + 1
      END DO
      KOUNT(2) = KOUNT(2) + 1
      END
      INTEGER FUNCTION CLAST1(I)
      COMMON /KNT/ KOUNT(20)
      KOUNT(3) = KOUNT(3) + 1
      DO 10 J = 1, I
   10 KOUNT(4) = KOUNT(4) + 1
      CLAST1 = I
      END
C CASE CCOMLP (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CCOMLP(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /CCB/ K
      K = 0
      DO 10 I = 1, N
      CALL CCOML1
      DO 10 J = 1, K
   10 KOUNT(2) = KOUNT(2) + 1
      KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE CCOML1
      COMMON /KNT/ KOUNT(20)
      COMMON /CCB/ K
      K = K + 2
      DO 10 J = 1, K
   10 KOUNT(3) = KOUNT(3) + 1
      END
C CASE CEXTLP (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CEXTLP(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
      CALL XINCR(K)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 J = 1, K
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CNEST (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CNEST(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CNEST1
      DO 10 I = 1, CNEST1(CNEST1(N))
   10 KOUNT(1) = KOUNT(1) + 1
      END
      INTEGER FUNCTION CNEST1(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(2) = KOUNT(2) + 1
      CNEST1 = N + 1
      END
C CASE CDEEP (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CDEEP(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 K = 1, N
      DO 10 I = K+1, N
   10 CALL CDEEP1(K, I)
      END
      SUBROUTINE CDEEP1(K, I)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      DO 10 J = K, I
      CALL CDEEP2(J-K, I-J)
   10 CONTINUE
      END
      SUBROUTINE CDEEP2(K, I)
      COMMON /KNT/ KOUNT(20)
      DO 10 J = 1, K
      DO 10 L = 1, I
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CWRLP (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CWRLP(N)
      COMMON /KNT/ KOUNT(20)
      K = N
      DO 10 I = 1, N
      CALL CWRLP1(K)
      KOUNT(1) = KOUNT(1) + 1
   10 CONTINUE
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CWRLP1(K)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, K
   10 KOUNT(3) = KOUNT(3) + 1
      K = K - 1
      END
C CASE CFARG (N): 0 | 1 | 4    EXACT 3
      SUBROUTINE CFARG(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CFARG1
      EXTERNAL CFARG1
      CALL CFARG2(CFARG1, N)
      KOUNT(3) = KOUNT(3) + 1
      END
      INTEGER FUNCTION CFARG1(K)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      CFARG1 = K + 2
      END
      SUBROUTINE CFARG2(F, N)
      COMMON /KNT/ KOUNT(20)
      INTEGER F
      EXTERNAL F
      DO 10 I = 1, F(N)
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CLOCAL (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CLOCAL(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      CALL CLOCA1(I, J)
      DO 10 K = 1, J
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE CLOCA1(I, J)
      J = 2*I + 1
      END
C CASE CINIT (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CINIT(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /CCC/ K, L
      CALL CINIT1(N)
      DO 10 I = 1, K
      DO 10 J = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      CALL CINIT1(1)
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE CINIT1(M)
      COMMON /CCC/ K, L
      K = 2*M
      L = M + K
      END
C CASE CRETN (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE CRETN(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CRETN1
      KOUNT(1) = KOUNT(1) + 1
      DO 10 I = 1, CRETN1(N)
   10 KOUNT(2) = KOUNT(2) + 1
      END
      INTEGER FUNCTION CRETN1(N)
      CRETN1 = 3
      IF (N .GT. 1) RETURN
      CRETN1 = N
      END
C CASE CSAME (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE CSAME(N)
      COMMON /KNT/ KOUNT(20)
      I = 3
      CALL CSAME1(I)
      DO 10 K = 1, I
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE CSAME1(N)
      COMMON /KNT/ KOUNT(20)
      I = N
      DO 10 N = 1, I
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE CSTMTF (N): 0 | 1 | 4    EXACT 3
      SUBROUTINE CSTMTF(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CSTMT1, F
      COMMON /CCD/ L
      F(I) = CSTMT1(I) + 1
      L = 2
      K = F(N)
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      KOUNT(3) = KOUNT(3) + 1
      END
      INTEGER FUNCTION CSTMT1(I)
      COMMON /KNT/ KOUNT(20)
      COMMON /CCD/ L
      L = L + 2
      CSTMT1 = I
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE CALTV (N): 0 | 1 | 4    EXACT 4
      SUBROUTINE CALTV(N)
      COMMON /KNT/ KOUNT(20)
      K = 1
      CALL CALTV1(N, K, *10)
      DO 5 I = 1, K
    5 KOUNT(1) = KOUNT(1) + 1
      GOTO 20
   10 DO 15 I = 1, K
   15 KOUNT(2) = KOUNT(2) + 1
   20 DO 25 I = 1, K
   25 KOUNT(3) = KOUNT(3) + 1
      KOUNT(4) = KOUNT(4) + 1
      END
      SUBROUTINE CALTV1(N, K, *)
      K = 4
      IF (N .EQ. 0) RETURN 1
      K = N + 1
      END
C CASE CINTO (N): 0 | 1 | 4    EXACT 2 3
      SUBROUTINE CINTO(N)
      COMMON /KNT/ KOUNT(20)
      CALL CINTO2(N)
      CALL CINTO1(N)
      END
      SUBROUTINE CINTO1(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      ENTRY CINTO2(N)
      KOUNT(2) = KOUNT(2) + 1
      DO 10 I = 1, N
   10 KOUNT(3) = KOUNT(3) + 1
      END
C CASE CIMPB (N): 0 | 1 | 4    EXACT 3
      SUBROUTINE CIMPB(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER CIMPB1
      PRINT *, ((CIMPB1(J), J=1,CIMPB1(I)), I=1,CIMPB1(N))
      END
      INTEGER FUNCTION CIMPB1(I)
      COMMON /KNT/ KOUNT(20)
      CIMPB1 = MIN(I, 3)
      KOUNT(3) = KOUNT(3) + 1
      END
