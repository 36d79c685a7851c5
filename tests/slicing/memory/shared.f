      PROGRAM EQ
      DOUBLE PRECISION D(3), DPMP, X
      REAL R(4)
      INTEGER I, J(6), K, L(4), M
      COMMON /BL/ X, L
      EQUIVALENCE (D(1), J(1)), (R(1), M)
      DATA D(2) /0.25D0/
      K = 0
      D(1) = 4.0D0
      J(5) = 7
      J(6) = 2
      DO 10 I = 1, INT(D(1)*D(2)*8)
         K = K + J(5)
   10 CONTINUE
   20 D(1) = D(1)/1.5D0
      K = K + 1
      IF (D(1) .GT. DPMP(2)) GOTO 20
      R(1) = 2.5
      R(2) = 3.0
      DO 30 I = 1, INT(R(1)*R(2))
         K = K + MOD(I*I, 3)
   30 CONTINUE
      M = 5
      DO 40 I = 1, M*K - 40*K/10
         K = K + MOD(I, 2)
   40 CONTINUE
      D(1) = 1.5D0
      CALL SETL
      DO 50 I = 1, L(2) + INT(X)
         K = K + MOD(I*L(2), 5)
   50 CONTINUE
   80 K = K - INT(6*D(1))
      IF (K .GT. 0) GOTO 80
      PRINT *, K
      END
      SUBROUTINE SETL
      DOUBLE PRECISION X
      REAL Q(4)
      INTEGER L(2)
      COMMON /BL/ X, Q
      EQUIVALENCE (Q(2), L(1))
      X = 3.5D0
      Q(1) = 1.0
      L(1) = 11
      Q(4) = 2.0
      END
      DOUBLE PRECISION FUNCTION DPMP(I)
      INTEGER MC(4), MI(4)
      DOUBLE PRECISION DM(3)
      EQUIVALENCE (DM(1), MC(1)), (DM(2), MI(1))
      DATA DM(1) /2.2204460492503131D-16/, DM(2) /1.0D-2/
      DPMP = DM(I)
      END
