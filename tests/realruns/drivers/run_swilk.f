C     The test of Shapiro and Wilk.
      PROGRAM TSWILK
      INTEGER N, I, IFAULT
      LOGICAL INIT
      REAL X(2000), A(1000), W, PW
      READ (*,*) N
      DO 10 I = 1, N
         X(I) = REAL(I) + 0.01*REAL(MOD(I*I, 13))
   10 CONTINUE
      INIT = .FALSE.
      CALL SWILK (INIT, X, N, N, N/2, A, W, PW, IFAULT)
      WRITE (*,*) W, PW, IFAULT
      END
