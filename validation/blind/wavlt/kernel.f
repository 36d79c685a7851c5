      SUBROUTINE WAVLT2 (N, A, V, W)
C     Two-dimensional wavelet transform of a square image, N a power of
C     two: the full pyramid for every column, then for every row.
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), V(N), W(N)
      DO 10 J = 1, N
         CALL PYRAM (N, A(1,J), W)
   10 CONTINUE
      DO 40 I = 1, N
         DO 20 J = 1, N
            V(J) = A(I,J)
   20    CONTINUE
         CALL PYRAM (N, V, W)
         DO 30 J = 1, N
            A(I,J) = V(J)
   30    CONTINUE
   40 CONTINUE
      END

      SUBROUTINE PYRAM (N, X, W)
C     All levels of the transform with Daubechies' four coefficients.
      INTEGER N, M, H, I
      DOUBLE PRECISION X(N), W(N), C0, C1, C2, C3
      PARAMETER (C0 = 0.4829629131445341D0, C1 = 0.8365163037378079D0,
     &           C2 = 0.2241438680420134D0, C3 = -0.1294095225512604D0)
      M = N
   10 IF (M .LT. 4) GOTO 40
      H = M/2
      DO 20 I = 1, H - 1
         W(I) = C0*X(2*I-1) + C1*X(2*I) + C2*X(2*I+1) + C3*X(2*I+2)
         W(I+H) = C3*X(2*I-1) - C2*X(2*I) + C1*X(2*I+1) - C0*X(2*I+2)
   20 CONTINUE
      W(H) = C0*X(M-1) + C1*X(M) + C2*X(1) + C3*X(2)
      W(M) = C3*X(M-1) - C2*X(M) + C1*X(1) - C0*X(2)
      DO 30 I = 1, M
         X(I) = W(I)
   30 CONTINUE
      M = H
      GOTO 10
   40 CONTINUE
      END
