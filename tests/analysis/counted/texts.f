C CASE XOPT (N): 0 | 3 | 7    EXACT 1 2 3 4
      SUBROUTINE XOPT(N)
      CALL XOPT1('Upper', 'N', N)
      CALL XOPT1('u', 'No transpose', N+1)
      CALL XOPT1('lower triangle', 'trans', N+2)
      CALL XOPT1('U ', 'Transposed', N+3)
      END
      SUBROUTINE XOPT1(UPLO, TRANS, N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) UPLO, TRANS
      CHARACTER*3 SHORT
      LOGICAL XSAME
      IF (UPLO(1:1) .EQ. 'U' .OR. UPLO(1:1) .EQ. 'u') THEN
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      ELSE IF (UPLO .EQ. 'lower triangle') THEN
      DO 20 I = 1, 2*N
   20 KOUNT(1) = KOUNT(1) + 1
      END IF
      IF (XSAME(TRANS, 'T')) THEN
      DO 30 I = 1, N
   30 KOUNT(2) = KOUNT(2) + 1
      END IF
      SHORT = TRANS
      IF (SHORT .EQ. 'No ' .OR. SHORT .EQ. 'tra') THEN
      DO 40 I = 1, N
   40 KOUNT(3) = KOUNT(3) + 1
      END IF
      CALL XOPT2(TRANS, N)
      END
      SUBROUTINE XOPT2(OPT, N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) OPT
      IF (OPT .EQ. 'trans' .OR. OPT .EQ. 'N' .OR. OPT .LT. 'B') THEN
      DO 10 I = 1, N
   10 KOUNT(4) = KOUNT(4) + 1
      END IF
      END
      LOGICAL FUNCTION XSAME(A, B)
      CHARACTER*(*) A, B
      CHARACTER*1 C
      C = A(1:1)
      IF (C .GE. 'a' .AND. C .LE. 'z') C = CHAR(ICHAR(C) - 32)
      XSAME = C .EQ. B(1:1)
      END
C CASE XVAR (N,M): 0 1 | 3 0 | 7 5    EXACT 1 2
      SUBROUTINE XVAR(N,M)
      CHARACTER*6 HOW
      HOW = 'fast'
      IF (M .GT. 2) HOW = 'slow'
      CALL XVAR1(HOW, N)
      CALL XVAR1(HOW(2:), N)
      CALL XVAR1(HOW // 'er', N)
      END
      SUBROUTINE XVAR1(HOW, N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) HOW
      IF (HOW .EQ. 'fast' .OR. HOW .EQ. 'low') THEN
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      END IF
      IF (HOW(1:2) .EQ. 'sl') THEN
      DO 20 I = 1, N
   20 KOUNT(2) = KOUNT(2) + 1
      END IF
      END
C CASE XLEN (N): 0 | 3 | 7    EXACT
      SUBROUTINE XLEN(N)
      CALL XLEN1('abc', N)
      CALL XLEN1('abcdef', N)
      CALL XLEN1('a', N)
      END
      SUBROUTINE XLEN1(S, N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) S
      CHARACTER*10 T
      T = S // 'x'
      IF (T .EQ. 'abcx') THEN
      KOUNT(1) = KOUNT(1) + 1
      END IF
      DO 10 I = 1, LEN(S)
      IF (S(I:I) .EQ. 'c') THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
   10 KOUNT(3) = KOUNT(3) + 1
      DO 20 I = 1, INDEX(S, 'c')
   20 KOUNT(4) = KOUNT(4) + 1
      IF (S(2:) .EQ. 'bc') THEN
      KOUNT(5) = KOUNT(5) + 1
      END IF
      IF (S .EQ. 'a  ') THEN
      KOUNT(6) = KOUNT(6) + 1
      END IF
      END
C CASE XLONG (N): 0 | 3 | 7    EXACT
      SUBROUTINE XLONG(N)
      CALL XLONG1('abcdefghijklmnopqrstuvwxyzabcdefghijk', N)
      CALL XLONG1('abcdefghijklmnopqrstuvwxyzabcdef', N)
      END
      SUBROUTINE XLONG1(S, N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) S
      IF (S .EQ. 'abcdefghijklmnopqrstuvwxyzabcdef') THEN
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      END IF
      END
C CASE XSET (N): 0 | 3 | 7    EXACT
      SUBROUTINE XSET(N)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*8 A
      A = 'old'
      CALL XSET1(A)
      IF (A .EQ. 'new') THEN
      DO 10 I = 1, N
   10 KOUNT(1) = KOUNT(1) + 1
      END IF
      CALL XSET1(A(3:4))
      IF (A .EQ. 'nene') THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      END
      SUBROUTINE XSET1(S)
      COMMON /KNT/ KOUNT(20)
      CHARACTER*(*) S
      S = 'new'
      IF (S .EQ. 'new') THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      END
