C     CHOLBD - DEFLECTION OF A LOADED BEAM.  THE SYMMETRIC, POSITIVE
C     DEFINITE BAND MATRIX OF THE FOURTH DIFFERENCE IS FACTORED BY THE
C     METHOD OF CHOLESKY, IN BAND STORAGE.  TRAPEZOIDAL LOOP NESTS.
      PROGRAM CHOLBD
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (NMAX = 199, MB = 2)
      DIMENSION A(0:MB,NMAX), B(NMAX)
      INTEGER NSEG(3)
      DATA NSEG / 20, 40, 200 /
C
      DO 20 L = 1, 3
         N = NSEG(L) - 1
         H = 1.0D0/NSEG(L)
         CALL BEAM (A, MB, N)
         DO 10 I = 1, N
            B(I) = H**4
   10    CONTINUE
         CALL BANDCH (A, MB, N, IFAIL)
         IF (IFAIL .NE. 0) THEN
            WRITE (*,*) 'NOT POSITIVE DEFINITE AT ROW ', IFAIL
            STOP
         END IF
         CALL BANDSL (A, MB, N, B)
         WRITE (*,100) NSEG(L), 1.0D3*B((N+1)/2), 1.0D3*DMEAN(N,B)
   20 CONTINUE
C     EXACT VALUE FOR CLAMPED ENDS AND UNIT LOAD IS 1/384
      WRITE (*,110) 1.0D3/384.0D0
  100 FORMAT (' SEGMENTS', I5, '   MID POINT', F9.3, '   MEAN', F9.3)
  110 FORMAT (' EXACT MID POINT      ', F9.3)
      END
C
C     LOWER BAND OF THE STIFFNESS MATRIX, A(I-J,J) HOLDS ELEMENT (I,J).
C     CLAMPED ENDS GIVE A 7 IN BOTH CORNERS.
      SUBROUTINE BEAM (A, MB, N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION A(0:MB,N)
      DO 20 J = 1, N
         A(0,J) = 6.0D0
         A(1,J) = -4.0D0
         A(2,J) = 1.0D0
   20 CONTINUE
      A(0,1) = 7.0D0
      A(0,N) = 7.0D0
      RETURN
      END
C
C     BAND CHOLESKY: ROW I, COLUMNS J FROM MAX(1,I-MB) TO I
      SUBROUTINE BANDCH (A, MB, N, IFAIL)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION A(0:MB,N)
      IFAIL = 0
      DO 30 I = 1, N
         DO 20 J = MAX0(1,I-MB), I
            S = A(I-J,J)
            DO 10 K = MAX0(1,I-MB), J-1
               S = S - A(I-K,K)*A(J-K,K)
   10       CONTINUE
            IF (J .LT. I) THEN
               A(I-J,J) = S/A(0,J)
            ELSE IF (S .GT. 0.0D0) THEN
               A(0,I) = DSQRT(S)
            ELSE
               IFAIL = I
               RETURN
            END IF
   20    CONTINUE
   30 CONTINUE
      RETURN
      END
C
C     L Y = B, THEN TRANSPOSED L X = Y
      SUBROUTINE BANDSL (A, MB, N, B)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION A(0:MB,N), B(N)
      DO 20 I = 1, N
         DO 10 K = MAX0(1,I-MB), I-1
            B(I) = B(I) - A(I-K,K)*B(K)
   10    CONTINUE
         B(I) = B(I)/A(0,I)
   20 CONTINUE
      DO 40 I = N, 1, -1
         DO 30 K = I+1, MIN0(N,I+MB)
            B(I) = B(I) - A(K-I,I)*B(K)
   30    CONTINUE
         B(I) = B(I)/A(0,I)
   40 CONTINUE
      RETURN
      END
C
      DOUBLE PRECISION FUNCTION DMEAN (N, X)
      INTEGER N
      DOUBLE PRECISION X(N)
      DMEAN = 0.0D0
      DO 10 I = 1, N
         DMEAN = DMEAN + X(I)/N
   10 CONTINUE
      END
