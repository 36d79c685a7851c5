C     The longest way to 1, of all starts up to N: halve what is even, else 3*K + 1.
      INTEGER FUNCTION COLLAT (N)
      INTEGER N, I, K, LENGTH, MOST
      MOST = 0
      DO I = 1, N
         K = I
         LENGTH = 0
         DO
            IF (K .EQ. 1) EXIT
            IF (MOD(K, 2) .EQ. 0) THEN
               K = K/2
            ELSE
               K = 3*K + 1
            END IF
            LENGTH = LENGTH + 1
         END DO
         IF (LENGTH .GT. MOST) MOST = LENGTH
      END DO
      COLLAT = MOST
      RETURN
      END
