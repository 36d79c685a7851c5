      SUBROUTINE ROTWND (NX, NY, U, V, CA, SA)
C     Turns the wind (U,V) of every grid point by the angle whose cosine
C     and sine are CA and SA, in place, single precision.
      INTEGER NX, NY, I, J
      REAL U(NX,NY), V(NX,NY), CA(NX,NY), SA(NX,NY), T
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            T = CA(I,J)*U(I,J) - SA(I,J)*V(I,J)
            V(I,J) = SA(I,J)*U(I,J) + CA(I,J)*V(I,J)
            U(I,J) = T
   10    CONTINUE
   20 CONTINUE
      END
