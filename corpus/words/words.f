C     WORDS - STRING PROCESSING: SPLIT LINES INTO WORDS, COUNT THEM,
C     LETTER FREQUENCIES, NUMBERS IN THE TEXT, PALINDROMES, UPPER CASE.
      PROGRAM WORDS
      INTEGER MAXW, LENW
      PARAMETER (MAXW = 200, LENW = 16)
      CHARACTER*80 LINE
      CHARACTER*(LENW) WORD(MAXW), W, UPPER
      INTEGER TIMES(MAXW), NW, NLINE, I, K, L, IFROM, ITO, LENTRM
      INTEGER FREQ(26), NUM, NPAL
      REAL VALUE, TOTAL
      LOGICAL PALIN
      CHARACTER*26 ABC
      CHARACTER*40 TEXT
      DATA ABC /'ABCDEFGHIJKLMNOPQRSTUVWXYZ'/
      DATA FREQ /26*0/, NW, NLINE, NUM, NPAL /4*0/, TOTAL /0.0/
C
   10 READ (*,'(A)',END=50) LINE
      NLINE = NLINE + 1
      L = LENTRM(LINE)
      ITO = 0
C     --- NEXT WORD OF THE LINE
   20 CALL NEXTWD (LINE(1:L), ITO, IFROM)
      IF (IFROM .EQ. 0) GOTO 10
      W = UPPER(LINE(IFROM:ITO))
      DO 30 I = 1, LENTRM(W)
         K = INDEX(ABC, W(I:I))
         IF (K .GT. 0) FREQ(K) = FREQ(K) + 1
   30 CONTINUE
C     --- NUMBERS ARE READ FROM THE STRING ITSELF
      IF (LGE(W(1:1),'0') .AND. LLE(W(1:1),'9')) THEN
         READ (W,'(BN,F16.0)') VALUE
         NUM = NUM + 1
         TOTAL = TOTAL + VALUE
      ELSE
         IF (LENTRM(W) .GT. 2 .AND. PALIN(W)) NPAL = NPAL + 1
         DO 40 I = 1, NW
            IF (WORD(I) .EQ. W) THEN
               TIMES(I) = TIMES(I) + 1
               GOTO 20
            END IF
   40    CONTINUE
         IF (NW .LT. MAXW) THEN
            NW = NW + 1
            WORD(NW)  = W
            TIMES(NW) = 1
         END IF
      END IF
      GOTO 20
C
   50 CALL RANK (NW, WORD, TIMES)
      WRITE (*,100) NLINE, NW, NUM, TOTAL, NPAL
      DO 60 I = 1, MIN(5,NW)
         WRITE (TEXT,'(I3,A,A)') TIMES(I), ' x ', WORD(I)
         L = LENTRM(TEXT)
         WRITE (*,*) TEXT(1:L) // REPEAT('.',24-L) //
     1               WORD(I)(1:1) // '*'
   60 CONTINUE
      WRITE (*,110) (ABC(I:I), FREQ(I), I = 1, 26, 4)
  100 FORMAT (' LINES', I3, '  WORDS', I4, '  NUMBERS', I3, '  SUM',
     1        F7.1, '  PALINDROMES', I3)
  110 FORMAT (' LETTERS ', 7(A, I3, :, ', '))
      END
C
C     FIND THE NEXT WORD AFTER POSITION ITO.  IFROM = 0 IF THERE IS NONE
      SUBROUTINE NEXTWD (S, ITO, IFROM)
      CHARACTER*(*) S
      INTEGER ITO, IFROM
      CHARACTER*6 STOPS
      PARAMETER (STOPS = ' ,;:!?')
      IFROM = ITO
   10 IFROM = IFROM + 1
      IF (IFROM .GT. LEN(S)) THEN
         IFROM = 0
         RETURN
      END IF
      IF (INDEX(STOPS,S(IFROM:IFROM)) .NE. 0) GOTO 10
      ITO = IFROM
      DO WHILE (ITO .LT. LEN(S))
         IF (INDEX(STOPS,S(ITO+1:ITO+1)) .NE. 0) GOTO 20
         ITO = ITO + 1
      END DO
C     --- A FULL STOP AT THE END OF A WORD IS NO PART OF IT
   20 CONTINUE
      IF (S(ITO:ITO) .EQ. '.' .AND. ITO .GT. IFROM) ITO = ITO - 1
      IF (ITO .LT. LEN(S)) THEN
         IF (S(ITO+1:ITO+1) .EQ. '.') S(ITO+1:ITO+1) = ' '
      END IF
      END
C
      INTEGER FUNCTION LENTRM (S)
      CHARACTER*(*) S
      DO 10 LENTRM = LEN(S), 1, -1
         IF (S(LENTRM:LENTRM) .NE. ' ') RETURN
   10 CONTINUE
      LENTRM = 0
      END
C
      CHARACTER*(*) FUNCTION UPPER (S)
      CHARACTER*(*) S
      INTEGER I, K
      UPPER = S
      DO 10 I = 1, MIN(LEN(S),LEN(UPPER))
         K = ICHAR(S(I:I)) - ICHAR('a')
         IF (K .GE. 0 .AND. K .LT. 26) UPPER(I:I) = CHAR(ICHAR('A')+K)
   10 CONTINUE
      END
C
      LOGICAL FUNCTION PALIN (W)
      CHARACTER*(*) W
      INTEGER I, L, LENTRM
      L = LENTRM(W)
      PALIN = .FALSE.
      DO 10 I = 1, L/2
   10    IF (W(I:I) .NE. W(L+1-I:L+1-I)) RETURN
      PALIN = .TRUE.
      END
C
C     MOST FREQUENT WORDS FIRST, ALPHABETIC WHERE EQUAL
      SUBROUTINE RANK (N, WORD, TIMES)
      INTEGER N, TIMES(N), I, J, T
      CHARACTER*(*) WORD(N)
      CHARACTER*80 W
      DO 20 I = 1, N-1
         DO 10 J = I+1, N
            IF (TIMES(J) .GT. TIMES(I) .OR. (TIMES(J) .EQ. TIMES(I)
     1          .AND. WORD(J) .LT. WORD(I))) THEN
               T = TIMES(I)
               TIMES(I) = TIMES(J)
               TIMES(J) = T
               W = WORD(I)
               WORD(I) = WORD(J)
               WORD(J) = W(1:LEN(WORD(J)))
            END IF
   10    CONTINUE
   20 CONTINUE
      END
