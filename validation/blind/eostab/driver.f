      SUBROUTINE SETUP
      INTEGER MN, MR, MT
      PARAMETER (MN = 8000, MR = 60, MT = 50)
      INTEGER N, NR, NT, I, J
      DOUBLE PRECISION RMIN, DR, TMIN, DTL, PT(MR,MT), ET(MR,MT),
     &                 RHO(MN), TEMP(MN), P(MN), E(MN), R, T
      COMMON /DAT/ RMIN, DR, TMIN, DTL, PT, ET, RHO, TEMP, P, E,
     &             N, NR, NT
      N = MN
      NR = MR
      NT = MT
      RMIN = -5.0D0
      DR = 10.0D0/(NR - 1)
      TMIN = 2.0D0
      DTL = 6.0D0/(NT - 1)
      DO 20 J = 1, NT
         DO 10 I = 1, NR
            R = RMIN + (I - 1)*DR
            T = TMIN + (J - 1)*DTL
            PT(I,J) = R + T + LOG(1.0D0 + 0.1D0*EXP(0.5D0*R))
            ET(I,J) = T + 0.4D0 + 0.05D0*SIN(R)
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MN, MR, MT
      PARAMETER (MN = 8000, MR = 60, MT = 50)
      INTEGER ISEED, N, NR, NT, I, IS
      DOUBLE PRECISION RMIN, DR, TMIN, DTL, PT(MR,MT), ET(MR,MT),
     &                 RHO(MN), TEMP(MN), P(MN), E(MN), URAND
      COMMON /DAT/ RMIN, DR, TMIN, DTL, PT, ET, RHO, TEMP, P, E,
     &             N, NR, NT
      EXTERNAL URAND
      IS = 5 + MOD(ISEED, 1000000)
      DO 10 I = 1, N
         RHO(I) = EXP(-5.0D0 + 10.0D0*URAND(IS))
         TEMP(I) = EXP(2.0D0 + 6.0D0*URAND(IS))
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MN, MR, MT
      PARAMETER (MN = 8000, MR = 60, MT = 50)
      INTEGER N, NR, NT
      DOUBLE PRECISION RMIN, DR, TMIN, DTL, PT(MR,MT), ET(MR,MT),
     &                 RHO(MN), TEMP(MN), P(MN), E(MN)
      COMMON /DAT/ RMIN, DR, TMIN, DTL, PT, ET, RHO, TEMP, P, E,
     &             N, NR, NT
      CALL EOSTAB (N, NR, NT, RMIN, DR, TMIN, DTL, PT, ET, RHO, TEMP,
     &             P, E)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MN, MR, MT
      PARAMETER (MN = 8000, MR = 60, MT = 50)
      INTEGER N, NR, NT, I
      DOUBLE PRECISION RMIN, DR, TMIN, DTL, PT(MR,MT), ET(MR,MT),
     &                 RHO(MN), TEMP(MN), P(MN), E(MN), S
      COMMON /DAT/ RMIN, DR, TMIN, DTL, PT, ET, RHO, TEMP, P, E,
     &             N, NR, NT
      S = 0.0D0
      DO 10 I = 1, N
         S = S + P(I)/(RHO(I)*TEMP(I)) + E(I)/TEMP(I)
   10 CONTINUE
      CHECK = S
      END

      DOUBLE PRECISION FUNCTION URAND (ISTATE)
C     Park and Miller's generator, by Schrage's method.
      INTEGER ISTATE, K
      K = ISTATE/127773
      ISTATE = 16807*(ISTATE - K*127773) - 2836*K
      IF (ISTATE .LT. 0) ISTATE = ISTATE + 2147483647
      URAND = DBLE(ISTATE)/2147483647.0D0
      END
