C CASE VFWD (N,M): 0 0 | 3 4 | -2 5 | 7 1    EXACT 1 2 3
      SUBROUTINE VFWD(N,M)
      COMMON /KNT/ KOUNT(20)
      K = N*M + 2
      L = K - 2*N
      K = MAX(L, M)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = L, ABS(N-M)
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, MOD(N,3) + 3
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VPARM (N): 0 | 5    EXACT 1 2 3 4 5
      SUBROUTINE VPARM(N)
      COMMON /KNT/ KOUNT(20)
      PARAMETER (K1 = 7/2*2, K2 = 2**3, K3 = -7/2, K4 = K1 - K3*K2)
      PARAMETER (K5 = (-2)**3 + 11)
      DO 10 I = 1, K1
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, K2
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = K3, 0
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 I = 1, K4
   40 KOUNT(4) = KOUNT(4) + 1
      DO 50 I = 1, K5
   50 KOUNT(5) = KOUNT(5) + 1
      END
C CASE VPOW (N,M): 0 0 | 3 2 | 2 3 | -2 3 | 4 -1    EXACT 1 2 3
      SUBROUTINE VPOW(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N**2 - M
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, 2**M
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, (-1)**M + 1
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VDATA (N): 0 | 5    EXACT 1
      SUBROUTINE VDATA(N)
      COMMON /KNT/ KOUNT(20)
      DATA K /4/, L /2/
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      L = L + 1
      END
C CASE VSAVE (N): 0 | 1 | 4    EXACT 1
      SUBROUTINE VSAVE(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      CALL VSAVE1
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE VSAVE1
      COMMON /KNT/ KOUNT(20)
      SAVE K
      DATA K /0/
      K = K + 1
      DO 10 I = 1, K
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VCOMM (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE VCOMM(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCB/ L, M
      L = N
      M = 2
      CALL VCOMM1
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, M
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VCOMM1
      COMMON /VCB/ K, M
      K = 3*K
      M = M + 1
      END
C CASE VCOMA (N): 0 | 1 | 4    EXACT
      SUBROUTINE VCOMA(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCC/ L, M
      L = N
      M = 2
      CALL VCOMA1
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, M
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VCOMA1
      COMMON /VCC/ K(2)
      K(1) = 9
      K(2) = K(2) + 5
      END
C CASE VCOMX (N): 0 | 1 | 4    EXACT
      SUBROUTINE VCOMX(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCD/ L, M
      CALL VCOMX1(N)
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, M
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VCOMX1(N)
      COMMON /VCD/ X, M
      X = 1.0E-44
      IF (N .GT. 2) X = 0.0
      M = 2
      END
C CASE VEQUIV (N): 0 | 1 | 4    EXACT
      SUBROUTINE VEQUIV(N)
      COMMON /KNT/ KOUNT(20)
      EQUIVALENCE (K, L)
      L = 3
      K = N
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE VEQARR (N): 0 | 1 | 4    EXACT
      SUBROUTINE VEQARR(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER A(4)
      EQUIVALENCE (K, A(2)), (L, A(3))
      L = 3
      K = 2
      A(2) = N
      DO 10 I = 2, 3
   10 A(I) = A(I) + 1
      DO 20 I = 1, L
   20 KOUNT(1) = KOUNT(1) + 1
      DO 30 I = 1, K
   30 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VEQCOM (N): 0 | 1 | 4    EXACT
      SUBROUTINE VEQCOM(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCE/ L, M
      EQUIVALENCE (K, M)
      M = 3
      K = N
      DO 10 I = 1, M
   10 KOUNT(1) = KOUNT(1) + 1
      K = 2
      CALL VEQCO1
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VEQCO1
      COMMON /VCE/ L, M
      M = M + 4
      END
C CASE VALIAS (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE VALIAS(N)
      COMMON /KNT/ KOUNT(20)
      K = N
      CALL VALIA1(K, K)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE VALIA1(J, L)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, J + L
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VEXT (N): 0 | 1 | 4    EXACT 2 4
      SUBROUTINE VEXT(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /EXTCOM/ M
      K = N
      L = 2
      M = 3
      CALL XINCR(K)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, M
   30 KOUNT(3) = KOUNT(3) + 1
      CALL XINCR((L))
      DO 40 I = 1, L
   40 KOUNT(4) = KOUNT(4) + 1
      END
C CASE VEXTD (N): 0 | 1 | 4    EXACT 3
      SUBROUTINE VEXTD(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /EXTCOM/ M
      M = 3
      CALL VEXTD1(N)
      DO 10 I = 1, M
   10 KOUNT(1) = KOUNT(1) + 1
      CALL VEXTD2
      KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE VEXTD1(N)
      K = N
      CALL XINCR(K)
      END
      SUBROUTINE VEXTD2
      COMMON /KNT/ KOUNT(20)
      COMMON /EXTCOM/ M
      DO 10 I = 1, M
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VREAD () READ (N,M): 0 0 | 3 4 | -2 5    EXACT 1 2
      SUBROUTINE VREAD
      COMMON /KNT/ KOUNT(20)
      READ (*,*) N, M
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = N, M
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VREAD2 (N) READ (VREAD2.N_2,VREAD2.N_3): 2 3 4 | 0 1 7 | 9 2 0    EXACT 1 2 3
      SUBROUTINE VREAD2(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      READ (*,*) N
      DO 20 I = 1, N
   20 KOUNT(2) = KOUNT(2) + 1
      READ (*,*) N
      DO 30 I = 1, N
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VREADS (N) READ (J,K): 2 3 4 | 0 1 7 | 9 2 0    EXACT
      SUBROUTINE VREADS(N)
      COMMON /KNT/ KOUNT(20)
      K = 5
      CALL VREAD1(K)
      CALL VREAD1(L)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
      DO 20 J = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      IF (K .EQ. L) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      IF (K .NE. L) THEN
      KOUNT(4) = KOUNT(4) + 1
      END IF
      END
      SUBROUTINE VREAD1(N)
      READ (*,*) N
      END
C CASE VREADC () READ (N,M,K): 2 3 4 | 1 7 0    EXACT
      SUBROUTINE VREADC
      COMMON /KNT/ KOUNT(20)
      COMMON /VCF/ L
      DO 10 I = 1, 3
      CALL VREAC1
      DO 10 J = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE VREAC1
      COMMON /KNT/ KOUNT(20)
      COMMON /VCF/ L
      READ (*,*) L
      DO 10 J = 1, L
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VREADO () READ (L): 2 | 0 | 5    EXACT 1 2
      SUBROUTINE VREADO
      COMMON /KNT/ KOUNT(20)
      COMMON /VCG/ L
      CALL VREAO1
      DO 10 J = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE VREAO1
      COMMON /KNT/ KOUNT(20)
      COMMON /VCG/ L
      READ (*,*) L
      DO 10 J = 1, L
   10 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VREADI () READ (N): 2 | 0 | 5    EXACT 1
      SUBROUTINE VREADI
      COMMON /KNT/ KOUNT(20)
      N = 3
      CALL VREAI1(N)
      DO 10 J = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      END
      SUBROUTINE VREAI1(N)
      READ (*,*) N
      END
C CASE VFSIDE (N): 0 | 1 | 4    EXACT 1 2 3
      SUBROUTINE VFSIDE(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCH/ L
      INTEGER VFSID1
      EXTERNAL VFSID1
      L = 1
      K = VFSID1(N)
      DO 10 I = 1, L
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      END
      INTEGER FUNCTION VFSID1(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCH/ L
      L = L + N
      VFSID1 = 2*N
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE VFUNK (N): 0 | 1 | 4    EXACT 4
      SUBROUTINE VFUNK(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER VFUN1
      K = VFUN1(1)
      L = VFUN1(-N)
      DO 10 I = L, K
   10 KOUNT(1) = KOUNT(1) + 1
      IF (K .EQ. L) THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      IF (K .GT. L) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      KOUNT(4) = KOUNT(4) + 1
      END
      INTEGER FUNCTION VFUN1(N)
      IF (N .GE. 0) THEN
      VFUN1 = 7
      ELSE
      VFUN1 = N
      END IF
      END
C CASE VFUNT (N): 0 | 1 | 4    EXACT
      SUBROUTINE VFUNT(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCI/ L
      INTEGER VFUT1
      L = 0
      K = VFUT1(N)
      J = VFUT1(N)
      DO 10 I = 1, J - K
   10 KOUNT(1) = KOUNT(1) + 1
      END
      INTEGER FUNCTION VFUT1(N)
      COMMON /VCI/ L
      L = L + 1
      VFUT1 = N + L
      END
C CASE VREAL (N): 0 | 3 | 9    EXACT
      SUBROUTINE VREAL(N)
      COMMON /KNT/ KOUNT(20)
      K = N * 1.5
      L = SQRT(REAL(N))
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VMOD (N): 0 | 5 | 7 | -5 | -7    EXACT 1 2 3
      SUBROUTINE VMOD(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, MOD(N,4) + 4
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = N, N + N/2
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = -3, MOD(-N,3)
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VSWAP (N,M): 2 5 | 0 3 | 4 1    EXACT 1 2
      SUBROUTINE VSWAP(N,M)
      COMMON /KNT/ KOUNT(20)
      K = N
      N = M
      M = K
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, M
      DO 20 J = 1, 2
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VIMPL (N): 2 | 0 | 5    EXACT 1 2
      SUBROUTINE VIMPL(N)
      COMMON /KNT/ KOUNT(20)
      DIMENSION A(10)
      I = 1
      WRITE (*,*) (J, I = 1, N)
      DO 10 J = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
      DO 20 J = 1, I
   20 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VARRAY (N): 2 | 0 | 5    EXACT
      SUBROUTINE VARRAY(N)
      COMMON /KNT/ KOUNT(20)
      DIMENSION K(5)
      DO 5 I = 1, 5
    5 K(I) = N + I
      DO 10 I = 1, K(2)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 J = 1, 5
      DO 20 I = 1, K(J)
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VIFDEF (N): 2 | 0 | 5    EXACT
      SUBROUTINE VIFDEF(N)
      COMMON /KNT/ KOUNT(20)
      K = 1
      IF (N .GT. 1) K = N
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE VPOS (N): 2 | 0 | 5 | -3    EXACT 1 2
      SUBROUTINE VPOS(N)
      COMMON /KNT/ KOUNT(20)
      PARAMETER (M = 10)
      INTEGER*2 K
      K = M
      DO 10 I = N, K
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = MIN(N,M,3), MAX0(N,2)
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VIOST (N): 0 | 3    EXACT
      SUBROUTINE VIOST(N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*4 S
      K = 3
      L = 4
      M = 5
      S = '12x4'
      READ (S,'(I4)',IOSTAT=K) J
      DO 10 I = 1, MIN(K,9)
   10 KOUNT(1) = KOUNT(1) + 1
      INQUIRE (UNIT=77, NUMBER=L, IOSTAT=M)
      DO 20 I = L, 2
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, M
   30 KOUNT(3) = KOUNT(3) + 1
      END
C CASE VNAML (N): 0 | 3    EXACT
      SUBROUTINE VNAML(N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*20 S(1)
      NAMELIST /VIN/ K
      K = 3
      S(1) = ' &VIN K=7 /'
      READ (S,VIN)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE VINTER (N): 0 | 3    EXACT 2
      SUBROUTINE VINTER(N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*4 S
      K = 2
      WRITE (S,'(I4)') N + 5
      READ (S,'(I4)') K
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
      END
C CASE VCOMDO (N): 0 | 1 | 4    EXACT 1 2
      SUBROUTINE VCOMDO(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCJ/ I
      DO 10 I = 1, N
   10 CALL VCOMD1
      DO 20 J = 1, I
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VCOMD1
      COMMON /KNT/ KOUNT(20)
      COMMON /VCJ/ I
      DO 10 J = 1, I
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE VDOEQ (N): 0 | 1 | 4    EXACT 2
      SUBROUTINE VDOEQ(N)
      COMMON /KNT/ KOUNT(20)
      EQUIVALENCE (I, K)
      K = 7
      DO 10 I = 1, N
      DO 10 J = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      KOUNT(2) = KOUNT(2) + 1
      END
C CASE VDIV (N,M): 0 1 | 7 2 | -7 2 | 7 -2 | 9 4    EXACT 1 2
      SUBROUTINE VDIV(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N/M
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = MOD(N,M), ABS(M)
   20 KOUNT(2) = KOUNT(2) + 1
      END
C CASE VINTR (N): 0 | 3 | -2    EXACT
      SUBROUTINE VINTR(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, ISIGN(3, N)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, IDIM(N, 1)
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, NINT(N*0.7)
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 I = 1, MAX1(N*0.7, 2.0)
   40 KOUNT(4) = KOUNT(4) + 1
      DO 50 I = 1, IABS(N) + MIN0(N, 1)
   50 KOUNT(5) = KOUNT(5) + 1
      DO 60 I = 1, ISHFT(4, -1) + IAND(7, 3)
   60 KOUNT(6) = KOUNT(6) + 1
      DO 70 I = 1, INT(2.7) + IFIX(3.2) + ICHAR('A') - 60
   70 KOUNT(7) = KOUNT(7) + 1
      DO 80 I = 1, LEN('abc') + INDEX('abc', 'c')
   80 KOUNT(8) = KOUNT(8) + 1
      END
C CASE VBOUND (N): 1 | 3    EXACT 1
      SUBROUTINE VBOUND(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /VCK/ L(3)
      COMMON /VCL/ M
      EQUIVALENCE (M, L2)
      L2 = N
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      CALL VBOUN1(M)
      DO 20 I = 1, L2
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE VBOUN1(K)
      K = K + 1
      END
C CASE VLOGIC (N): 0 | 1 | 4    EXACT 3
      SUBROUTINE VLOGIC(N)
      COMMON /KNT/ KOUNT(20)
      LOGICAL Q
      Q = N .GT. 2
      K = 1
      IF (Q) K = 5
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      IF (.NOT. Q) GOTO 20
      KOUNT(2) = KOUNT(2) + 1
   20 KOUNT(3) = KOUNT(3) + 1
      END
