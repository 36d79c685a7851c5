C     N random numbers of each of some distributions.
      PROGRAM TRANLI
      INTEGER N, I, K, IGNBIN, IGNPOI
      REAL S, GENBET, GENGAM, GENNOR
      EXTERNAL IGNBIN, IGNPOI, GENBET, GENGAM, GENNOR
      READ (*,*) N
      CALL SETALL (1234, 5678)
      K = 0
      S = 0.0
      DO 10 I = 1, N
         K = K + IGNBIN(MOD(I, 80) + 1, 0.4) + IGNPOI(1.0 + MOD(I, 30))
         S = S + GENBET(0.5 + MOD(I, 3), 1.5) + GENNOR(0.0, 1.0)
     $         + GENGAM(1.0, 0.5*MOD(I, 7) + 0.2)
   10 CONTINUE
      WRITE (*,*) K, S
      END

C     What the library calls to end a program.
      SUBROUTINE XSTOPX (TEXT)
      CHARACTER*(*) TEXT
      STOP 4
      END
