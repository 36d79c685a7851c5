C     Integrals of two functions by the trapezoidal rule, the function passed as an argument.
      SUBROUTINE TRAPEZ (A, B, N, RESULT)
      INTEGER N
      DOUBLE PRECISION A, B, RESULT(2), AREA, BELL, ROOT
      EXTERNAL BELL, ROOT
      RESULT(1) = AREA(BELL, A, B, N)
      RESULT(2) = AREA(ROOT, A, B, 2*N)
      END
C     The integral of F from A to B with N intervals.
      DOUBLE PRECISION FUNCTION AREA (F, A, B, N)
      INTEGER N, I
      DOUBLE PRECISION F, A, B, H, S
      EXTERNAL F
      H = (B - A)/N
      S = 0.5D0*(F(A) + F(B))
      DO 10 I = 1, N - 1
         S = S + F(A + I*H)
   10 CONTINUE
      AREA = S*H
      RETURN
      END
      DOUBLE PRECISION FUNCTION BELL (X)
      DOUBLE PRECISION X
      BELL = EXP(-X*X)
      RETURN
      END
      DOUBLE PRECISION FUNCTION ROOT (X)
      DOUBLE PRECISION X
      ROOT = SQRT(X + 1.0D0)
      RETURN
      END
