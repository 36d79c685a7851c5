C Procedures that the analysed programs call without showing them to the analyser.
      SUBROUTINE XINCR(N)
      COMMON /EXTCOM/ M
      N = N + 1
      M = M + 2
      END
      INTEGER FUNCTION XTWICE(N)
      XTWICE = 2*N
      END
