      SUBROUTINE SETUP
      INTEGER MC, MF
      PARAMETER (MC = 105, MF = 2*MC)
      INTEGER NC, NF, I, J, K
      DOUBLE PRECISION FINE(MF,MF,MF), COARSE(MC,MC,MC)
      COMMON /DAT/ FINE, COARSE, NC, NF
      NC = MC
      NF = MF
      DO 30 K = 1, NF
         DO 20 J = 1, NF
            DO 10 I = 1, NF
               FINE(I,J,K) = 0.01D0*MOD(I + 3*J + 5*K, 103)
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
C     The call changes nothing but COARSE, which it does not read.
      INTEGER MC, MF
      PARAMETER (MC = 105, MF = 2*MC)
      INTEGER ISEED, NC, NF
      DOUBLE PRECISION FINE(MF,MF,MF), COARSE(MC,MC,MC)
      COMMON /DAT/ FINE, COARSE, NC, NF
      COARSE(1,1,1) = ISEED
      END

      SUBROUTINE ONCE
      INTEGER MC, MF
      PARAMETER (MC = 105, MF = 2*MC)
      INTEGER NC, NF
      DOUBLE PRECISION FINE(MF,MF,MF), COARSE(MC,MC,MC)
      COMMON /DAT/ FINE, COARSE, NC, NF
      CALL RESTRI (NC, NF, FINE, COARSE)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MC, MF
      PARAMETER (MC = 105, MF = 2*MC)
      INTEGER NC, NF, I, J, K
      DOUBLE PRECISION FINE(MF,MF,MF), COARSE(MC,MC,MC), S
      COMMON /DAT/ FINE, COARSE, NC, NF
      S = 0.0D0
      DO 30 K = 1, NC
         DO 20 J = 1, NC
            DO 10 I = 1, NC
               S = S + COARSE(I,J,K)*(1.0D0 + 0.01D0*MOD(I*J + K, 7))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      CHECK = S/DBLE(NC)**3
      END
