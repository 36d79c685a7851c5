      SUBROUTINE SETUP
      INTEGER MS, MO, MT
      PARAMETER (MS = 24, MO = 20, MT = 400)
      INTEGER NS, NO, NT, OBS(MT), BACK(MS,MT), PATH(MT), I, J, IS
      DOUBLE PRECISION INIT(MS), TRANS(MS,MS), EMIT(MS,MO), D(MS,2),
     &                 BEST, URAND, S
      COMMON /DAT/ INIT, TRANS, EMIT, D, BEST, OBS, BACK, PATH,
     &             NS, NO, NT
      EXTERNAL URAND
      NS = MS
      NO = MO
      NT = MT
      IS = 123
      DO 50 I = 1, NS
         INIT(I) = LOG(1.0D0/NS)
         S = 0.0D0
         DO 10 J = 1, NS
            TRANS(I,J) = 0.05D0 + URAND(IS)
            S = S + TRANS(I,J)
   10    CONTINUE
         DO 20 J = 1, NS
            TRANS(I,J) = LOG(TRANS(I,J)/S)
   20    CONTINUE
         S = 0.0D0
         DO 30 J = 1, NO
            EMIT(I,J) = 0.02D0 + URAND(IS)**3
            S = S + EMIT(I,J)
   30    CONTINUE
         DO 40 J = 1, NO
            EMIT(I,J) = LOG(EMIT(I,J)/S)
   40    CONTINUE
   50 CONTINUE
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MS, MO, MT
      PARAMETER (MS = 24, MO = 20, MT = 400)
      INTEGER NS, NO, NT, OBS(MT), BACK(MS,MT), PATH(MT), I, IS
      INTEGER ISEED
      DOUBLE PRECISION INIT(MS), TRANS(MS,MS), EMIT(MS,MO), D(MS,2),
     &                 BEST, URAND
      COMMON /DAT/ INIT, TRANS, EMIT, D, BEST, OBS, BACK, PATH,
     &             NS, NO, NT
      EXTERNAL URAND
      IS = 9 + MOD(ISEED, 1000000)
      DO 10 I = 1, NT
         OBS(I) = 1 + MIN(NO - 1, INT(NO*URAND(IS)))
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MS, MO, MT
      PARAMETER (MS = 24, MO = 20, MT = 400)
      INTEGER NS, NO, NT, OBS(MT), BACK(MS,MT), PATH(MT)
      DOUBLE PRECISION INIT(MS), TRANS(MS,MS), EMIT(MS,MO), D(MS,2),
     &                 BEST
      COMMON /DAT/ INIT, TRANS, EMIT, D, BEST, OBS, BACK, PATH,
     &             NS, NO, NT
      CALL VITERB (NS, NO, NT, INIT, TRANS, EMIT, OBS, D, BACK, PATH,
     &             BEST)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MS, MO, MT
      PARAMETER (MS = 24, MO = 20, MT = 400)
      INTEGER NS, NO, NT, OBS(MT), BACK(MS,MT), PATH(MT), I
      DOUBLE PRECISION INIT(MS), TRANS(MS,MS), EMIT(MS,MO), D(MS,2),
     &                 BEST, S
      COMMON /DAT/ INIT, TRANS, EMIT, D, BEST, OBS, BACK, PATH,
     &             NS, NO, NT
      S = BEST
      DO 10 I = 1, NT
         S = S + DBLE(PATH(I))*MOD(I, 11)
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
