C     TRUSS - PLANE FRAMEWORK OF ELASTIC BARS.  INPUT CARDS WITH A KEY
C     WORD ARE READ INTO A STRING AND DECODED BY INTERNAL READS.
      PROGRAM TRUSS
      INTEGER MAXN, MAXB, MAXF
      PARAMETER (MAXN = 20, MAXB = 40, MAXF = 2*MAXN)
      REAL X(2,MAXN), EA(MAXB), P(MAXF), S(MAXF,MAXF), FORCE
      INTEGER IEND(2,MAXB), NN, NB, I, J, N, KX, KY
      LOGICAL HELD(MAXF)
      CHARACTER*40 CARD
      CHARACTER*5 KEY
      DATA NN, NB /2*0/, P /MAXF*0.0/, HELD /MAXF*.FALSE./
C
   10 READ (*,'(A)',END=80) CARD
      IF (CARD .EQ. ' ' .OR. CARD(1:1) .EQ. '*') GOTO 10
      KEY = CARD(1:5)
      IF (KEY .EQ. 'TITLE') THEN
         WRITE (*,*) 'TRUSS: ' // CARD(7:)
      ELSE IF (KEY .EQ. 'NODE') THEN
         READ (CARD(6:),*,ERR=70) N, X(1,N), X(2,N)
         NN = MAX(NN, N)
      ELSE IF (KEY .EQ. 'BAR') THEN
         NB = NB + 1
         READ (CARD(6:),*,ERR=70) IEND(1,NB), IEND(2,NB), EA(NB)
      ELSE IF (KEY .EQ. 'HOLD') THEN
         READ (CARD(6:),*,ERR=70) N, KX, KY
         HELD(2*N-1) = KX .NE. 0
         HELD(2*N)   = KY .NE. 0
      ELSE IF (KEY .EQ. 'LOAD') THEN
         READ (CARD(6:),*,ERR=70) N, P(2*N-1), P(2*N)
      ELSE IF (KEY .EQ. 'SOLVE') THEN
         GOTO 80
      ELSE
         GOTO 70
      END IF
      GOTO 10
   70 WRITE (*,*) 'IGNORED: ' // CARD(1:12)
      GOTO 10
C
   80 CALL ASSEMB (NN, NB, X, IEND, EA, MAXF, S)
      CALL FIX (2*NN, HELD, MAXF, S, P)
      CALL GAUSS (2*NN, MAXF, S, P, *90)
      WRITE (*,100) (I, (P(2*(I-1)+J), J = 1, 2), I = 1, NN)
      WRITE (*,110) (I, FORCE(X(1,IEND(1,I)), X(1,IEND(2,I)), EA(I),
     1               P(2*IEND(1,I)-1), P(2*IEND(2,I)-1)), I = 1, NB)
      STOP
   90 WRITE (*,*) 'THE FRAMEWORK IS NOT RIGID'
  100 FORMAT (' NODE', I3, '  MOVES', 2F9.4)
  110 FORMAT (' BAR', I3, '  FORCE', F8.2)
      END
C
C     STIFFNESS MATRIX FROM ALL BARS
      SUBROUTINE ASSEMB (NN, NB, X, IEND, EA, LDS, S)
      INTEGER NN, NB, IEND(2,NB), LDS, I, J, K, L, IB, KI, KJ
      REAL X(2,NN), EA(NB), S(LDS,*), D(2), LEN, SGN
      DO 10 J = 1, 2*NN
      DO 10 I = 1, 2*NN
   10 S(I,J) = 0.0
      DO 40 IB = 1, NB
         D(1) = X(1,IEND(2,IB)) - X(1,IEND(1,IB))
         D(2) = X(2,IEND(2,IB)) - X(2,IEND(1,IB))
         LEN  = SQRT(D(1)**2 + D(2)**2)
         DO 30 K = 1, 2
         DO 30 L = 1, 2
            SGN = EA(IB)/LEN**3
            IF (K .NE. L) SGN = -SGN
            DO 20 I = 1, 2
               KI = 2*(IEND(K,IB)-1) + I
               DO 20 J = 1, 2
                  KJ = 2*(IEND(L,IB)-1) + J
   20       S(KI,KJ) = S(KI,KJ) + SGN*D(I)*D(J)
   30    CONTINUE
   40 CONTINUE
      END
C
C     HELD UNKNOWNS: ROW AND COLUMN OF THE UNIT MATRIX
      SUBROUTINE FIX (NF, HELD, LDS, S, P)
      INTEGER NF, LDS, I, J
      LOGICAL HELD(NF)
      REAL S(LDS,*), P(NF)
      DO 20 I = 1, NF
         IF (.NOT. HELD(I)) GOTO 20
         DO 10 J = 1, NF
            S(I,J) = 0.0
            S(J,I) = 0.0
   10    CONTINUE
         S(I,I) = 1.0
         P(I) = 0.0
   20 CONTINUE
      END
C
C     SYMMETRIC ELIMINATION, UPPER TRIANGLE ONLY
      SUBROUTINE GAUSS (N, LDS, S, P, *)
      INTEGER N, LDS, I, J, K
      REAL S(LDS,*), P(N), F
      DO 20 K = 1, N
         IF (ABS(S(K,K)) .LT. 1.0E-4) RETURN 1
         DO 20 I = K+1, N
            F = S(K,I)/S(K,K)
            DO 10 J = I, N
   10       S(I,J) = S(I,J) - F*S(K,J)
   20 P(I) = P(I) - F*P(K)
      DO 40 K = N, 1, -1
         DO 30 J = K+1, N
   30    P(K) = P(K) - S(K,J)*P(J)
   40 P(K) = P(K)/S(K,K)
      END
C
C     NORMAL FORCE OF A BAR FROM ITS ELONGATION
      REAL FUNCTION FORCE (X1, X2, EA, U1, U2)
      REAL X1(2), X2(2), EA, U1(2), U2(2), L2
      L2 = (X2(1)-X1(1))**2 + (X2(2)-X1(2))**2
      FORCE = EA/L2*((X2(1)-X1(1))*(U2(1)-U1(1))
     1             + (X2(2)-X1(2))*(U2(2)-U1(2)))
      END
