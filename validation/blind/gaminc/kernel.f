      SUBROUTINE GAMINC (N, A, X, P)
C     Regularised incomplete gamma function P(A,X) of every pair: the
C     series for small X, otherwise the continued fraction.
      INTEGER N, I
      DOUBLE PRECISION A(N), X(N), P(N), GSER, GCONT
      DO 10 I = 1, N
         IF (X(I) .LT. A(I) + 1.0D0) THEN
            P(I) = GSER(A(I), X(I))
         ELSE
            P(I) = 1.0D0 - GCONT(A(I), X(I))
         END IF
   10 CONTINUE
      END

      DOUBLE PRECISION FUNCTION GSER (A, X)
      DOUBLE PRECISION A, X, AP, T, S, GLN
      AP = A
      T = 1.0D0/A
      S = T
   10 AP = AP + 1.0D0
      T = T*X/AP
      S = S + T
      IF (ABS(T) .GT. 1.0D-14*ABS(S)) GOTO 10
      GSER = S*EXP(A*LOG(X) - X - GLN(A))
      END

      DOUBLE PRECISION FUNCTION GCONT (A, X)
C     Lentz's method.
      DOUBLE PRECISION A, X, B, C, D, H, AN, DEL, GLN, TINY
      PARAMETER (TINY = 1.0D-200)
      INTEGER I
      B = X + 1.0D0 - A
      C = 1.0D0/TINY
      D = 1.0D0/B
      H = D
      DO 10 I = 1, 200
         AN = -I*(I - A)
         B = B + 2.0D0
         D = AN*D + B
         IF (ABS(D) .LT. TINY) D = TINY
         C = B + AN/C
         IF (ABS(C) .LT. TINY) C = TINY
         D = 1.0D0/D
         DEL = D*C
         H = H*DEL
         IF (ABS(DEL - 1.0D0) .LT. 1.0D-14) GOTO 20
   10 CONTINUE
   20 GCONT = H*EXP(A*LOG(X) - X - GLN(A))
      END

      DOUBLE PRECISION FUNCTION GLN (Z)
C     Logarithm of the gamma function: Stirling's series at Z + 7.
      DOUBLE PRECISION Z, Y, R, Q
      Q = Z*(Z + 1.0D0)*(Z + 2.0D0)*(Z + 3.0D0)*(Z + 4.0D0)*(Z + 5.0D0)
     &    *(Z + 6.0D0)
      Y = Z + 7.0D0
      R = 1.0D0/(Y*Y)
      GLN = (Y - 0.5D0)*LOG(Y) - Y + 0.91893853320467274D0 + (1.0D0
     &    /12.0D0 - R*(1.0D0/360.0D0 - R*(1.0D0/1260.0D0 - R/1680.0D0))
     &    )/Y - LOG(Q)
      END
