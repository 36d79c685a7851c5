C     LUDEC - DENSE LINEAR SYSTEMS BY GAUSSIAN ELIMINATION WITH PARTIAL
C     PIVOTING, COLUMN ORIENTED, FOR A SERIES OF ORDERS N.
C     ALL VARIABLES ARE TYPED IMPLICITLY.
      PROGRAM LUDEC
      PARAMETER (NMAX = 60, LDA = NMAX+1, NSTEP = 15)
      DIMENSION A(LDA,NMAX), B(NMAX), IPIV(NMAX)
C
      WRITE (6,600)
      DO 40 N = NSTEP, NMAX, NSTEP
         CALL MATGEN (A, LDA, N, B)
         CALL LUFACT (A, LDA, N, IPIV, NSWAP, INFO)
         IF (INFO .NE. 0) GOTO 90
         CALL LUSOLV (A, LDA, N, IPIV, B)
C        THE SOLUTION IS 1, 2, ..., N
         ERR = 0.0
         DO 10 I = 1, N
   10       ERR = AMAX1(ERR, ABS(B(I)-FLOAT(I))/FLOAT(N))
         IF (ERR .LT. 1.0E-3) THEN
            WRITE (6,610) N, NSWAP, B(1), B(N)
         ELSE
            WRITE (6,620) N, NSWAP
         ENDIF
   40 CONTINUE
      STOP
   90 WRITE (6,690) N, INFO
      STOP
  600 FORMAT (' ORDER  SWAPS     X(1)     X(N)')
  610 FORMAT (I6, I7, 2F9.1)
  620 FORMAT (I6, I7, '   INACCURATE')
  690 FORMAT (' MATRIX OF ORDER', I4, ' SINGULAR AT STEP', I4)
      END
C
C     MATRIX WITH ELEMENTS MIN(I,J)+(I-J MOD 3), RIGHT HAND SIDE FOR
C     THE SOLUTION X(J) = J
      SUBROUTINE MATGEN (A, LDA, N, B)
      DIMENSION A(LDA,N), B(N)
      DO 10 I = 1, N
   10    B(I) = 0.0
      DO 20 J = 1, N
      DO 20 I = 1, N
         A(I,J) = MIN0(I,J) + MOD(I+2*J,3)
   20    B(I) = B(I) + A(I,J)*J
      RETURN
      END
C
C     FACTORISATION.  THE TRIANGULAR LOOP NEST COSTS ABOUT N**3/3
      SUBROUTINE LUFACT (A, LDA, N, IPIV, NSWAP, INFO)
      DIMENSION A(LDA,N), IPIV(N)
      INFO  = 0
      NSWAP = 0
      DO 30 K = 1, N-1
         L = K - 1 + IBIG(N-K+1, A(K,K))
         IPIV(K) = L
         IF (A(L,K) .EQ. 0.0) THEN
            INFO = K
            RETURN
         ENDIF
         IF (L .NE. K) THEN
            NSWAP = NSWAP + 1
            DO 10 J = K, N
               T = A(L,J)
               A(L,J) = A(K,J)
   10          A(K,J) = T
         ENDIF
         T = -1.0/A(K,K)
         CALL VSCAL (N-K, T, A(K+1,K))
         DO 20 J = K+1, N
            CALL VADD (N-K, A(K,J), A(K+1,K), A(K+1,J))
   20    CONTINUE
   30 CONTINUE
      IPIV(N) = N
      IF (A(N,N) .EQ. 0.0) INFO = N
      RETURN
      END
C
C     FORWARD ELIMINATION AND BACK SUBSTITUTION (NEGATIVE STRIDE)
      SUBROUTINE LUSOLV (A, LDA, N, IPIV, B)
      DIMENSION A(LDA,N), IPIV(N), B(N)
      DO 10 K = 1, N-1
         T = B(IPIV(K))
         B(IPIV(K)) = B(K)
         B(K) = T
   10    CALL VADD (N-K, T, A(K+1,K), B(K+1))
      DO 20 K = N, 1, -1
         B(K) = B(K)/A(K,K)
         T = -B(K)
   20    CALL VADD (K-1, T, A(1,K), B)
      RETURN
      END
C
C     INDEX OF THE ELEMENT LARGEST IN MAGNITUDE
      FUNCTION IBIG (N, X)
      DIMENSION X(N)
      IBIG = 1
      DO 10 I = 2, N
   10    IF (ABS(X(I)) .GT. ABS(X(IBIG))) IBIG = I
      RETURN
      END
C
      SUBROUTINE VSCAL (N, S, X)
      DIMENSION X(*)
      DO 10 I = 1, N
   10    X(I) = S*X(I)
      RETURN
      END
C
      SUBROUTINE VADD (N, S, X, Y)
      DIMENSION X(*), Y(*)
      DO 10 I = 1, N
   10    Y(I) = Y(I) + S*X(I)
      RETURN
      END
