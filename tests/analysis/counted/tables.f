C CASE TPRE (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TPRE(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER IP(20)
      IP(1) = 1
      DO 10 I = 1, N
   10 IP(I+1) = IP(I) + I
      DO 30 I = 1, N
      DO 30 J = IP(I), IP(I+1)-1
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TCSR (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TCSR(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER IP(20)
      IP(1) = 1
      DO 10 I = 2, N+1
   10 IP(I) = IP(I-1) + 3
      DO 30 I = 1, N
      DO 30 J = IP(I), IP(I+1)-1
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TLEN (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TLEN(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER IP(20), L(20)
      DO 5 I = 1, N
    5 L(I) = MOD(I,3) + 1
      IP(1) = 1
      DO 10 I = 1, N
   10 IP(I+1) = IP(I) + L(I)
      DO 30 I = 1, N
      DO 30 J = IP(I), IP(I+1)-1
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TTWO (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TTWO(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N/2
   10 L(I) = I
      DO 12 I = N/2+1, N
   12 L(I) = N - I
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TOVER (N,M): 0 0 | 5 2 | 5 9 | 7 7 | 3 -1    EXACT 1
      SUBROUTINE TOVER(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = I
      DO 12 I = 1, MIN(N,M)
   12 L(I) = 2
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TPUT (N,M): 5 2 | 5 5 | 7 1 | 3 3    EXACT 1
      SUBROUTINE TPUT(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = I
      L(M) = 7
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TLEV (N): 1 | 2 | 7 | 30    EXACT 1
      SUBROUTINE TLEV(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER M1(12)
      PARAMETER (LT=6)
      M1(LT) = N + 2
      DO 10 K = LT, 2, -1
   10 M1(K-1) = (M1(K)-2+1)/2 + 2
      DO 30 K = 1, LT
      DO 30 J = 1, M1(K)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TINPL (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TINPL(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = I
      DO 12 I = 1, N
   12 L(I) = L(I)*2 - 1
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TCOND (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TCOND(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
      L(I) = 1
      IF (MOD(I,2) .EQ. 0) L(I) = 3
   10 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TCOND2 (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TCOND2(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = I
      DO 12 I = 1, N
      IF (I .GT. 3) L(I) = 3
   12 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TOLD (N,M): 0 0 | 5 2 | 5 9 | 7 7    EXACT 
      SUBROUTINE TOLD(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, 20
   10 L(I) = 1
      DO 12 I = 1, N
      IF (I .EQ. M) GOTO 20
   12 L(I) = 3
   20 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TOUT (N,M): 0 0 | 5 2 | 5 3 | 7 1    EXACT 
      SUBROUTINE TOUT(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = 1
      DO 14 K = 1, M
      DO 12 I = 1, N
   12 L(I) = L(I) + 1
   14 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TNEST (N,M): 0 0 | 5 2 | 5 3 | 7 1    EXACT 1 2
      SUBROUTINE TNEST(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 14 K = 1, M
      DO 12 I = 1, N
   12 L(I) = I + K
      DO 13 I = 1, N
      DO 13 J = 1, L(I)
   13 KOUNT(1) = KOUNT(1) + 1
   14 CONTINUE
      KOUNT(2) = KOUNT(2) + 1
      END
C CASE TSHFT (N): 2 | 5 | 12    EXACT 
      SUBROUTINE TSHFT(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = I
      DO 12 I = 1, N-1
   12 L(I) = L(I+1)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TREV (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TREV(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = N, 1, -1
   10 L(I) = N - I
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TFIB (N): 2 | 5 | 12    EXACT 
      SUBROUTINE TFIB(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      L(1) = 1
      L(2) = 1
      DO 10 I = 3, N
   10 L(I) = L(I-1) + L(I-2)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TSTEP (N): 0 | 1 | 2 | 5 | 12    EXACT 
      SUBROUTINE TSTEP(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = 1
      DO 12 I = 1, N, 2
   12 L(I) = 2
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TZERO (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TZERO(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(0:20)
      L(0) = 0
      DO 10 I = 1, N
   10 L(I) = L(I-1) + 2
      DO 30 I = 0, N-1
      DO 30 J = L(I), L(I+1)-1
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TCALL (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TCALL(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      CALL TCALL1(L, N)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TCALL1(L, N)
      INTEGER N, L(N)
      DO 10 I = 1, N
   10 L(I) = 2*I + 1
      END
C CASE TPART (N): 0 | 1 | 5 | 12    EXACT 1
      SUBROUTINE TPART(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      L(1) = 4
      L(2) = 1
      CALL TPART1(L(3), N)
      DO 30 I = 1, N+2
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TPART1(L, N)
      INTEGER N, L(*)
      DO 10 I = 1, N
   10 L(I) = I
      END
C CASE TCOMM (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TCOMM(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /TTAB/ IPAD, L(20)
      CALL TCOMM1(N)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TCOMM1(M)
      COMMON /TTAB/ IPAD, K(20)
      K(1) = 3
      DO 10 I = 2, M
   10 K(I) = K(I-1) + 1
      END
C CASE TCOMK (N): 3 | 5 | 12    EXACT 
      SUBROUTINE TCOMK(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /TTAC/ IPAD, L(20)
      DO 10 I = 1, N
   10 L(I) = I
      CALL TCOMK1(N)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TCOMK1(M)
      COMMON /TTAC/ IA, IB, IC, ID(4)
      IC = 9
      END
C CASE TCOMS (N): 3 | 5 | 12    EXACT 
      SUBROUTINE TCOMS(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /TTAD/ IPAD, L(20)
      DO 10 I = 1, N
   10 L(I) = I
      CALL TCOMS1(L, N)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TCOMS1(M, N)
      INTEGER M(*)
      M(2) = M(2) + 4
      END
C CASE TTWIC (N): 3 | 5 | 12    EXACT 1
      SUBROUTINE TTWIC(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      CALL TTWIC1(L, N, 1)
      CALL TTWIC1(L, N, 2)
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE TTWIC1(L, N, K)
      INTEGER L(*)
      DO 10 I = 1, N
   10 L(I) = I*K
      END
C CASE TSUM (N): 0 | 1 | 2 | 5 | 12    EXACT 1
      SUBROUTINE TSUM(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER IP(20)
      K = 0
      DO 10 I = 1, N
      IP(I) = K
   10 K = K + I
      IP(N+1) = K
      DO 30 I = 1, N
      DO 30 J = IP(I)+1, IP(I+1)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TEXIT (N,M): 0 0 | 5 2 | 5 9 | 7 7    EXACT 
      SUBROUTINE TEXIT(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, 20
   10 L(I) = 1
      DO 12 I = 1, N
      L(I) = 2
      IF (I .EQ. M) GOTO 20
   12 CONTINUE
      I = N
   20 DO 25 J = 1, L(I)
   25 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TSAME (N): 2 | 5 | 12    EXACT 
      SUBROUTINE TSAME(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
      L(I) = I
      L(N+1-I) = 1
   10 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TREAD (N): 2 | 5 | 12    EXACT 1
      SUBROUTINE TREAD(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      L(1) = 1
      DO 10 I = 2, N
      DO 5 J = 1, L(I-1)
    5 KOUNT(1) = KOUNT(1) + 1
   10 L(I) = L(I-1) + I
      END
C CASE TDOUB (N): 1 | 2 | 5 | 9    EXACT 1
      SUBROUTINE TDOUB(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      L(1) = 1
      DO 10 I = 2, N
   10 L(I) = 2*L(I-1) + 1
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TUNCL (N,M): 0 0 | 5 2 | 5 3    EXACT 
      SUBROUTINE TUNCL(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = 1
      K = 1
      DO 12 I = 1, M
      K = K*2
      IF (K .LE. N) L(K) = 5
   12 CONTINUE
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
C CASE TMERG (N,M): 0 0 | 5 2 | 5 -3    EXACT 1
      SUBROUTINE TMERG(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER L(20)
      DO 10 I = 1, N
   10 L(I) = 1
      IF (M .GT. 0) THEN
      DO 12 I = 1, N
   12 L(I) = I
      END IF
      DO 30 I = 1, N
      DO 30 J = 1, L(I)
   30 KOUNT(1) = KOUNT(1) + 1
      END
