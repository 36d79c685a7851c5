C     SORTS - FOUR WAYS TO SORT.  LOOPS ARE BUILT FROM IF AND GOTO WITH
C     THE TEST AT THE TOP, AT THE BOTTOM AND IN THE MIDDLE.
      PROGRAM SORTS
      INTEGER N, K, I, NCMP
      PARAMETER (N = 400)
      INTEGER KEY(N)
      CHARACTER*9 NAME(4)
      LOGICAL SORTED
      COMMON /COUNT/ NCMP
      DATA NAME /'INSERTION', 'BUBBLE', 'SHELL', 'HEAP'/
C
      DO 30 K = 1, 4
         CALL SHUFFL (N, KEY)
         NCMP = 0
         GOTO (11, 12, 13, 14), K
   11    CALL INSERT (N, KEY)
         GOTO 20
   12    CALL BUBBLE (N, KEY)
         GOTO 20
   13    CALL SHELL (N, KEY)
         GOTO 20
   14    CALL HEAP (N, KEY)
   20    SORTED = .TRUE.
         DO 25 I = 2, N
   25       SORTED = SORTED .AND. KEY(I-1) .LE. KEY(I)
         WRITE (*,100) NAME(K), SORTED, NCMP, KEY(1), KEY(N)
   30 CONTINUE
  100 FORMAT (1X, A, '  SORTED ', L1, '  COMPARISONS', I7, 2I5)
      END
C
C     REPRODUCIBLE DISORDER
      SUBROUTINE SHUFFL (N, KEY)
      INTEGER N, KEY(N), I, NOW
      NOW = 1
      DO 10 I = 1, N
         NOW = MOD(421*NOW + 1663, 7875)
         KEY(I) = MOD(NOW, 1000)
   10 CONTINUE
      END
C
C     TRUE IF A COMES AFTER B, COUNTS ITS CALLS
      LOGICAL FUNCTION AFTER (A, B)
      INTEGER A, B, NCMP
      COMMON /COUNT/ NCMP
      NCMP = NCMP + 1
      AFTER = A .GT. B
      END
C
C     INSERTION SORT: WHILE LOOP WITH TWO STOP TESTS
      SUBROUTINE INSERT (N, KEY)
      INTEGER N, KEY(N), I, J, T
      LOGICAL AFTER
      DO 30 I = 2, N
         T = KEY(I)
         J = I - 1
   10    IF (J .LT. 1) GOTO 20
         IF (.NOT. AFTER(KEY(J),T)) GOTO 20
         KEY(J+1) = KEY(J)
         J = J - 1
         GOTO 10
   20    KEY(J+1) = T
   30 CONTINUE
      END
C
C     BUBBLE SORT: REPEAT UNTIL NOTHING MOVED, SHRINKING INNER LOOP
      SUBROUTINE BUBBLE (N, KEY)
      INTEGER N, KEY(N), I, T, LAST, MOVED
      LOGICAL AFTER
      LAST = N - 1
   10 MOVED = 0
      DO 20 I = 1, LAST
         IF (AFTER(KEY(I),KEY(I+1))) THEN
            T = KEY(I)
            KEY(I) = KEY(I+1)
            KEY(I+1) = T
            MOVED = I
         END IF
   20 CONTINUE
      LAST = MOVED - 1
      IF (MOVED .GT. 0) GOTO 10
      END
C
C     SHELL SORT: GAP HALVED IN A DO WHILE LOOP
      SUBROUTINE SHELL (N, KEY)
      INTEGER N, KEY(N), I, J, T, IGAP
      LOGICAL AFTER
      IGAP = N/2
      DO WHILE (IGAP .GT. 0)
         DO 30 I = IGAP+1, N
            T = KEY(I)
            DO 10 J = I-IGAP, 1, -IGAP
               IF (.NOT. AFTER(KEY(J),T)) GOTO 20
               KEY(J+IGAP) = KEY(J)
   10       CONTINUE
   20       KEY(J+IGAP) = T
   30    CONTINUE
         IGAP = IGAP/2
      END DO
      END
C
C     HEAP SORT, SIFTING IN ITS OWN ROUTINE
      SUBROUTINE HEAP (N, KEY)
      INTEGER N, KEY(N), I, T
      DO 10 I = N/2, 1, -1
   10    CALL SIFT (I, N, KEY)
      DO 20 I = N, 2, -1
         T = KEY(1)
         KEY(1) = KEY(I)
         KEY(I) = T
   20    CALL SIFT (1, I-1, KEY)
      END
C
      SUBROUTINE SIFT (IROOT, N, KEY)
      INTEGER IROOT, N, KEY(N), I, J, T
      LOGICAL AFTER
      T = KEY(IROOT)
      I = IROOT
   10 J = 2*I
      IF (J .GT. N) GOTO 20
      IF (J .LT. N) THEN
         IF (AFTER(KEY(J+1),KEY(J))) J = J + 1
      END IF
      IF (AFTER(KEY(J),T)) THEN
         KEY(I) = KEY(J)
         I = J
         GOTO 10
      END IF
   20 KEY(I) = T
      END
