      SUBROUTINE S(A,N)
      INTEGER N
      REAL A(N)
      READ (5, *, END=00021, ERR=0030) A(1)
      CALL T(A, *021)
      GOTO 00030
00021 A(2) = 2.0
   30 RETURN
      END
