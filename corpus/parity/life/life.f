C     One generation of the game of life; the border of NEXT stays as it is.
      SUBROUTINE LIFE (M, N, CELL, NEXT)
      INTEGER M, N, CELL(M,N), NEXT(M,N), I, J, DI, DJ, NEAR
      DO 40 J = 2, N - 1
         DO 30 I = 2, M - 1
            NEAR = -CELL(I,J)
            DO 20 DJ = -1, 1
               DO 10 DI = -1, 1
                  NEAR = NEAR + CELL(I+DI,J+DJ)
   10          CONTINUE
   20       CONTINUE
            IF (NEAR .EQ. 3) THEN
               NEXT(I,J) = 1
            ELSE IF (NEAR .NE. 2) THEN
               NEXT(I,J) = 0
            ELSE
               NEXT(I,J) = CELL(I,J)
            END IF
   30    CONTINUE
   40 CONTINUE
      END
