      PROGRAM HEAPRV
C     Heap sort of N numbers that come in reversed order.
      INTEGER MAXN
      PARAMETER (MAXN = 100000)
      INTEGER N, I, LAST, A(MAXN), KEEP
      READ *, N
      DO 10 I = 1, N
         A(I) = N + 1 - I
   10 CONTINUE
      DO 20 I = N/2, 1, -1
         CALL SIFT(A, I, N)
   20 CONTINUE
      DO 30 LAST = N, 2, -1
         KEEP = A(1)
         A(1) = A(LAST)
         A(LAST) = KEEP
         CALL SIFT(A, 1, LAST - 1)
   30 CONTINUE
      PRINT *, A(1), A(N)
      END
      SUBROUTINE SIFT(A, ROOT, LAST)
C     Let the element at ROOT sink to its place.
      INTEGER ROOT, LAST, A(LAST), I, CHILD, VALUE
      VALUE = A(ROOT)
      I = ROOT
   10 CHILD = 2*I
      IF (CHILD .GT. LAST) GOTO 20
      IF (CHILD .LT. LAST) THEN
         IF (A(CHILD + 1) .GT. A(CHILD)) CHILD = CHILD + 1
      END IF
      IF (A(CHILD) .LE. VALUE) GOTO 20
      A(I) = A(CHILD)
      I = CHILD
      GOTO 10
   20 A(I) = VALUE
      END
