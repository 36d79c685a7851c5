C     Copies N values, scaled, with steps INCX and INCY through the arrays.
      SUBROUTINE SCOPY (N, SCALE, X, INCX, Y, INCY)
      INTEGER N, INCX, INCY, I, IX, IY
      REAL SCALE, X(0:*), Y(0:*)
      IX = 0
      IY = 0
      DO I = 1, N
         Y(IY) = SCALE*X(IX)
         IX = IX + INCX
         IY = IY + INCY
      END DO
      END
