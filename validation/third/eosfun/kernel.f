C     Pressure and sound speed of a stiffened gas at N points, by functions that a compiler puts in line.
      SUBROUTINE EOSFUN (N, RHO, E, P, C)
      INTEGER N, I
      DOUBLE PRECISION RHO(N), E(N), P(N), C(N), PRESS, SOUND
      DO 10 I = 1, N
         P(I) = PRESS(RHO(I), E(I))
         C(I) = SOUND(RHO(I), P(I))
   10 CONTINUE
      END

      DOUBLE PRECISION FUNCTION PRESS (RHO, E)
      DOUBLE PRECISION RHO, E, GAMMA, PINF
      PARAMETER (GAMMA = 4.4D0, PINF = 6.0D2)
      PRESS = (GAMMA - 1.0D0)*RHO*E - GAMMA*PINF
      PRESS = MAX(PRESS, 1.0D-3)
      END

      DOUBLE PRECISION FUNCTION SOUND (RHO, P)
      DOUBLE PRECISION RHO, P, GAMMA, PINF
      PARAMETER (GAMMA = 4.4D0, PINF = 6.0D2)
      SOUND = SQRT(GAMMA*(P + PINF)/RHO)
      END
