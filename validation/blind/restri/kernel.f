      SUBROUTINE RESTRI (NC, NF, FINE, COARSE)
C     Restriction of a multigrid method: every coarse cell is the mean
C     of its eight fine cells.
      INTEGER NC, NF, I, J, K
      DOUBLE PRECISION FINE(NF,NF,NF), COARSE(NC,NC,NC)
      DO 30 K = 1, NC
         DO 20 J = 1, NC
            DO 10 I = 1, NC
               COARSE(I,J,K) = 0.125D0*(
     &              FINE(2*I-1,2*J-1,2*K-1) + FINE(2*I,2*J-1,2*K-1)
     &            + FINE(2*I-1,2*J,2*K-1) + FINE(2*I,2*J,2*K-1)
     &            + FINE(2*I-1,2*J-1,2*K) + FINE(2*I,2*J-1,2*K)
     &            + FINE(2*I-1,2*J,2*K) + FINE(2*I,2*J,2*K))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
