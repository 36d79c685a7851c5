C     NL*NL*NL particles near the points of a simple cubic lattice
      SUBROUTINE SETUP
      INTEGER NL, NMAX, NCMAX, N, NC
      PARAMETER (NL = 8, NMAX = NL**3, NCMAX = 4)
      INTEGER LHEAD(NCMAX**3), LNEXT(NMAX)
      DOUBLE PRECISION X(NMAX), Y(NMAX), Z(NMAX), FX(NMAX), FY(NMAX)
      DOUBLE PRECISION FZ(NMAX), BOX, CUT, EPOT
      COMMON /DATA/ X, Y, Z, FX, FY, FZ, BOX, CUT, EPOT, LHEAD, LNEXT,
     &   N, NC
      N = NMAX
      NC = NCMAX
      BOX = NL*1.2D0
      CUT = 2.3D0
      END

      SUBROUTINE RESET (ISEED)
      INTEGER NL, NMAX, NCMAX, N, NC, ISEED, M, I, J, K, IX
      PARAMETER (NL = 8, NMAX = NL**3, NCMAX = 4)
      INTEGER LHEAD(NCMAX**3), LNEXT(NMAX)
      DOUBLE PRECISION X(NMAX), Y(NMAX), Z(NMAX), FX(NMAX), FY(NMAX)
      DOUBLE PRECISION FZ(NMAX), BOX, CUT, EPOT, DRAW, A
      COMMON /DATA/ X, Y, Z, FX, FY, FZ, BOX, CUT, EPOT, LHEAD, LNEXT,
     &   N, NC
      IX = MOD(ISEED, 20000)*100003 + 83
      A = BOX/NL
      M = 0
      DO 30 K = 1, NL
         DO 20 J = 1, NL
            DO 10 I = 1, NL
               M = M + 1
               X(M) = A*(I - 0.6D0 + 0.2D0*DRAW(IX))
               Y(M) = A*(J - 0.6D0 + 0.2D0*DRAW(IX))
               Z(M) = A*(K - 0.6D0 + 0.2D0*DRAW(IX))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
C     in no order that a linked list could follow
      DO 40 M = N, 2, -1
         I = INT(M*DRAW(IX)) + 1
         CALL SWAP (X(M), X(I))
         CALL SWAP (Y(M), Y(I))
         CALL SWAP (Z(M), Z(I))
   40 CONTINUE
      END

      SUBROUTINE SWAP (A, B)
      DOUBLE PRECISION A, B, T
      T = A
      A = B
      B = T
      END

C     uniform in (0, 1): multiplicative congruential generator modulo 2**31 - 1
      DOUBLE PRECISION FUNCTION DRAW (IX)
      INTEGER IX, IQ
      IQ = IX/127773
      IX = 16807*(IX - IQ*127773) - 2836*IQ
      IF (IX .LE. 0) IX = IX + 2147483647
      DRAW = IX/2147483647.0D0
      END

      SUBROUTINE ONCE
      INTEGER NL, NMAX, NCMAX, N, NC
      PARAMETER (NL = 8, NMAX = NL**3, NCMAX = 4)
      INTEGER LHEAD(NCMAX**3), LNEXT(NMAX)
      DOUBLE PRECISION X(NMAX), Y(NMAX), Z(NMAX), FX(NMAX), FY(NMAX)
      DOUBLE PRECISION FZ(NMAX), BOX, CUT, EPOT
      COMMON /DATA/ X, Y, Z, FX, FY, FZ, BOX, CUT, EPOT, LHEAD, LNEXT,
     &   N, NC
      CALL FORCES (N, BOX, CUT, NC, X, Y, Z, FX, FY, FZ, EPOT, LHEAD,
     &   LNEXT)
      END

      DOUBLE PRECISION FUNCTION CHECK ()
      INTEGER NL, NMAX, NCMAX, N, NC, I
      PARAMETER (NL = 8, NMAX = NL**3, NCMAX = 4)
      INTEGER LHEAD(NCMAX**3), LNEXT(NMAX)
      DOUBLE PRECISION X(NMAX), Y(NMAX), Z(NMAX), FX(NMAX), FY(NMAX)
      DOUBLE PRECISION FZ(NMAX), BOX, CUT, EPOT
      COMMON /DATA/ X, Y, Z, FX, FY, FZ, BOX, CUT, EPOT, LHEAD, LNEXT,
     &   N, NC
      CHECK = EPOT
      DO 10 I = 1, N
         CHECK = CHECK + ABS(FX(I)) + ABS(FY(I)) + ABS(FZ(I))
   10 CONTINUE
      END
