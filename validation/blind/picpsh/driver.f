      SUBROUTINE SETUP
      INTEGER MP, MG
      PARAMETER (MP = 30000, MG = 128)
      INTEGER NP, NG
      DOUBLE PRECISION X(MP), V(MP), RHO(MG), E(MG), DT
      COMMON /DAT/ X, V, RHO, E, DT, NP, NG
      NP = MP
      NG = MG
      DT = 0.2D0
      END

      SUBROUTINE RESET (ISEED)
      INTEGER MP, MG
      PARAMETER (MP = 30000, MG = 128)
      INTEGER ISEED, NP, NG, I, IS
      DOUBLE PRECISION X(MP), V(MP), RHO(MG), E(MG), DT, URAND
      COMMON /DAT/ X, V, RHO, E, DT, NP, NG
      EXTERNAL URAND
      IS = 77 + MOD(ISEED, 1000000)
      DO 10 I = 1, NP
         X(I) = MIN(DBLE(NG)*URAND(IS), DBLE(NG) - 1.0D-6)
         V(I) = URAND(IS) + URAND(IS) + URAND(IS) - 1.5D0
         IF (MOD(I, 2) .EQ. 0) V(I) = 3.0D0 + 0.2D0*V(I)
   10 CONTINUE
      END

      SUBROUTINE ONCE
      INTEGER MP, MG
      PARAMETER (MP = 30000, MG = 128)
      INTEGER NP, NG
      DOUBLE PRECISION X(MP), V(MP), RHO(MG), E(MG), DT
      COMMON /DAT/ X, V, RHO, E, DT, NP, NG
      CALL PICPSH (NP, NG, DT, X, V, RHO, E)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER MP, MG
      PARAMETER (MP = 30000, MG = 128)
      INTEGER NP, NG, I
      DOUBLE PRECISION X(MP), V(MP), RHO(MG), E(MG), DT, S
      COMMON /DAT/ X, V, RHO, E, DT, NP, NG
      S = 0.0D0
      DO 10 I = 1, NP
         S = S + X(I) + V(I)**2
   10 CONTINUE
      DO 20 I = 1, NG
         S = S + E(I)**2 + ABS(RHO(I))
   20 CONTINUE
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
