      SUBROUTINE SLABMC (NPH, TAU, ALBEDO, G, ISEED, NREFL, NTRAN, NABS,
     &                   PATH)
C     Photons through a slab of optical depth TAU: free paths from the
C     exponential law, absorption with probability 1 - ALBEDO,
C     scattering angles from Henyey and Greenstein's law of asymmetry G.
      INTEGER NPH, ISEED, NREFL, NTRAN, NABS, I
      DOUBLE PRECISION TAU, ALBEDO, G, PATH, Z, MU, S, CT, ST, PHI, T
      DOUBLE PRECISION RANPM, TWOPI
      PARAMETER (TWOPI = 6.283185307179586D0)
      NREFL = 0
      NTRAN = 0
      NABS = 0
      PATH = 0.0D0
      DO 30 I = 1, NPH
         Z = 0.0D0
         MU = 1.0D0
   10    S = -LOG(RANPM(ISEED))
         Z = Z + S*MU
         PATH = PATH + S
         IF (Z .LT. 0.0D0) THEN
            NREFL = NREFL + 1
            GOTO 30
         END IF
         IF (Z .GT. TAU) THEN
            NTRAN = NTRAN + 1
            GOTO 30
         END IF
         IF (RANPM(ISEED) .GT. ALBEDO) THEN
            NABS = NABS + 1
            GOTO 30
         END IF
         T = (1.0D0 - G*G)/(1.0D0 - G + 2.0D0*G*RANPM(ISEED))
         CT = (1.0D0 + G*G - T*T)/(2.0D0*G)
         ST = SQRT(MAX(0.0D0, 1.0D0 - CT*CT))
         PHI = TWOPI*RANPM(ISEED)
         MU = MU*CT + SQRT(MAX(0.0D0, 1.0D0 - MU*MU))*ST*COS(PHI)
         GOTO 10
   30 CONTINUE
      END

      DOUBLE PRECISION FUNCTION RANPM (ISEED)
C     Park and Miller's generator, by Schrage's method; never 0 or 1.
      INTEGER ISEED, K
      K = ISEED/127773
      ISEED = 16807*(ISEED - K*127773) - 2836*K
      IF (ISEED .LT. 0) ISEED = ISEED + 2147483647
      RANPM = DBLE(ISEED)*4.656612875245797D-10
      END
