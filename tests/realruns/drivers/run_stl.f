C     A series of N months taken apart: season, trend and the rest.
      PROGRAM TSTL
      INTEGER N, I
      DOUBLE PRECISION Y(5000), RW(5000), SEASON(5000), TREND(5000)
      DOUBLE PRECISION WORK(5024*5)
      READ (*,*) N
      CALL VECTOR (N, Y, 3)
      DO 10 I = 1, N
         Y(I) = Y(I) + DBLE(MOD(I, 12)) + 0.01D0*DBLE(I)
   10 CONTINUE
      CALL STL (Y, N, 12, 7, 23, 13, 0, 1, 1, 1, 3, 2, 2, 1,
     $          RW, SEASON, TREND, WORK)
      WRITE (*,*) SEASON(1), TREND(N), RW(1)
      END
