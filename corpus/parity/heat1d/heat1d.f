C     Explicit heat conduction in a rod whose state is kept between the calls.
      SUBROUTINE HEAT1D (NSTEPS, R)
      INTEGER MAXPTS
      PARAMETER (MAXPTS = 50)
      INTEGER NSTEPS, I, K, NPTS
      DOUBLE PRECISION R, T, TNEW
      COMMON /ROD/ T(MAXPTS), TNEW(MAXPTS), NPTS
      DO 30 K = 1, NSTEPS
         DO 10 I = 2, NPTS - 1
            TNEW(I) = T(I) + R*(T(I-1) - 2.0D0*T(I) + T(I+1))
   10    CONTINUE
         DO 20 I = 2, NPTS - 1
            T(I) = TNEW(I)
   20    CONTINUE
   30 CONTINUE
      END
C     Sets the number of points and the temperatures.
      SUBROUTINE SETROD (N, COLD, HOT)
      INTEGER MAXPTS
      PARAMETER (MAXPTS = 50)
      INTEGER N, I, NPTS
      DOUBLE PRECISION COLD, HOT, T, TNEW
      COMMON /ROD/ T(MAXPTS), TNEW(MAXPTS), NPTS
      NPTS = N
      DO 10 I = 1, NPTS
         T(I) = COLD
   10 CONTINUE
      T(1) = HOT
      END
C     The temperature of a point, for those who look from outside.
      DOUBLE PRECISION FUNCTION RODTMP (I)
      INTEGER MAXPTS
      PARAMETER (MAXPTS = 50)
      INTEGER I, NPTS
      DOUBLE PRECISION T, TNEW
      COMMON /ROD/ T(MAXPTS), TNEW(MAXPTS), NPTS
      RODTMP = T(I)
      END
