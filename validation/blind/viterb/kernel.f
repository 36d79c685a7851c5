      SUBROUTINE VITERB (NS, NO, NT, INIT, TRANS, EMIT, OBS, D, BACK,
     &                   PATH, BEST)
C     Most probable path of a hidden Markov model with NS states and NO
C     symbols through NT observations; all probabilities as logarithms.
      INTEGER NS, NO, NT, OBS(NT), BACK(NS,NT), PATH(NT), I, J, T, K
      DOUBLE PRECISION INIT(NS), TRANS(NS,NS), EMIT(NS,NO), D(NS,2)
      DOUBLE PRECISION BEST, P, Q
      INTEGER NEW, OLD
      NEW = 1
      OLD = 2
      DO 10 J = 1, NS
         D(J,NEW) = INIT(J) + EMIT(J,OBS(1))
         BACK(J,1) = 0
   10 CONTINUE
      DO 40 T = 2, NT
         OLD = NEW
         NEW = 3 - OLD
         DO 30 J = 1, NS
            P = D(1,OLD) + TRANS(1,J)
            K = 1
            DO 20 I = 2, NS
               Q = D(I,OLD) + TRANS(I,J)
               IF (Q .GT. P) THEN
                  P = Q
                  K = I
               END IF
   20       CONTINUE
            D(J,NEW) = P + EMIT(J,OBS(T))
            BACK(J,T) = K
   30    CONTINUE
   40 CONTINUE
      BEST = D(1,NEW)
      K = 1
      DO 50 J = 2, NS
         IF (D(J,NEW) .GT. BEST) THEN
            BEST = D(J,NEW)
            K = J
         END IF
   50 CONTINUE
      DO 60 T = NT, 1, -1
         PATH(T) = K
         K = BACK(K,T)
   60 CONTINUE
      END
