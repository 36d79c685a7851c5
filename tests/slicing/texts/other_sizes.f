C     Units that give a place in COMMON other sizes: no value of one is that of the other.
      PROGRAM SIZES
      CHARACTER*2 T
      INTEGER*8 L
      COMMON /B/ T /C/ L
      T = 'AB'
      L = 4294967296_8 + 3
      CALL TEXTS
      CALL NUMBER
      CALL LOADED
      END
      SUBROUTINE TEXTS
      CHARACTER*4 U
      INTEGER N
      COMMON /B/ U
      N = 0
      IF (U(1:2) .EQ. 'AB') THEN
        N = N + 1
      END IF
      IF (U .EQ. 'ABCD') THEN
        N = N + 1
      END IF
      END
      SUBROUTINE NUMBER
      INTEGER*4 K, I, N
      COMMON /C/ K
      N = 0
      DO 10 I = 1, K
        N = N + 1
   10 CONTINUE
      END
      SUBROUTINE LOADED
      CHARACTER*1 A, V
      INTEGER N
      COMMON /D/ A, V
      N = 0
      IF (A .EQ. 'X') THEN
        N = N + 1
      END IF
      IF (V .EQ. 'Y') THEN
        N = N + 1
      END IF
      END
      BLOCK DATA
      CHARACTER*2 T, X, Y
      COMMON /B/ T, X /D/ Y
      DATA T /'ZZ'/, X /'CD'/, Y /'XY'/
      END
