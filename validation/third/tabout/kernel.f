C     For each of NB blocks of NS samples the mean, the smallest and the largest, written to unit LUN as one line.
      SUBROUTINE TABOUT (NB, NS, LUN, X, GRAND)
      INTEGER NB, NS, LUN, I, J
      DOUBLE PRECISION X(NS,NB), GRAND, MEAN, LOW, HIGH
      GRAND = 0.0D0
      DO 20 J = 1, NB
         MEAN = 0.0D0
         LOW = X(1,J)
         HIGH = X(1,J)
         DO 10 I = 1, NS
            MEAN = MEAN + X(I,J)
            LOW = MIN(LOW, X(I,J))
            HIGH = MAX(HIGH, X(I,J))
   10    CONTINUE
         MEAN = MEAN/NS
         GRAND = GRAND + MEAN
         WRITE (LUN, '(I6, 3F14.6)') J, MEAN, LOW, HIGH
   20 CONTINUE
      END
