C     NSTEP steps of the classical Runge-Kutta method for the Lorenz-96 ring of N variables.
      SUBROUTINE RK4 (N, NSTEP, H, FORCE, Y, YT, DY, DYS)
      INTEGER N, NSTEP, I, ISTEP
      DOUBLE PRECISION H, FORCE, Y(N), YT(N), DY(N), DYS(N)
      DO 50 ISTEP = 1, NSTEP
         CALL DERIVS (N, FORCE, Y, DY)
         DO 10 I = 1, N
            DYS(I) = DY(I)
            YT(I) = Y(I) + 0.5D0*H*DY(I)
   10    CONTINUE
         CALL DERIVS (N, FORCE, YT, DY)
         DO 20 I = 1, N
            DYS(I) = DYS(I) + 2.0D0*DY(I)
            YT(I) = Y(I) + 0.5D0*H*DY(I)
   20    CONTINUE
         CALL DERIVS (N, FORCE, YT, DY)
         DO 30 I = 1, N
            DYS(I) = DYS(I) + 2.0D0*DY(I)
            YT(I) = Y(I) + H*DY(I)
   30    CONTINUE
         CALL DERIVS (N, FORCE, YT, DY)
         DO 40 I = 1, N
            Y(I) = Y(I) + H/6.0D0*(DYS(I) + DY(I))
   40    CONTINUE
   50 CONTINUE
      END

      SUBROUTINE DERIVS (N, FORCE, Y, DY)
      INTEGER N, I
      DOUBLE PRECISION FORCE, Y(N), DY(N)
      DY(1) = (Y(2) - Y(N-1))*Y(N) - Y(1) + FORCE
      DY(2) = (Y(3) - Y(N))*Y(1) - Y(2) + FORCE
      DO 10 I = 3, N - 1
         DY(I) = (Y(I+1) - Y(I-2))*Y(I-1) - Y(I) + FORCE
   10 CONTINUE
      DY(N) = (Y(1) - Y(N-2))*Y(N-1) - Y(N) + FORCE
      END
