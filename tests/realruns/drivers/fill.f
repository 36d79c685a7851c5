C     Matrices and vectors whose elements follow from their place.

C     A general matrix; elements between -1 and 1.
      SUBROUTINE DENSE (M, N, A, LDA, ISEED)
      INTEGER M, N, LDA, ISEED, I, J
      DOUBLE PRECISION A(LDA,*)
      DO 20 J = 1, N
         DO 10 I = 1, M
            A(I,J) = DBLE(MOD(I*37 + J*101 + I*J*13 + ISEED*59, 211))
     $               / 105.0D0 - 1.0D0
   10    CONTINUE
   20 CONTINUE
      END

C     A symmetric positive definite matrix.
      SUBROUTINE POSDEF (N, A, LDA)
      INTEGER N, LDA, I, J
      DOUBLE PRECISION A(LDA,*)
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = 1.0D0 / DBLE(1 + ABS(I - J))
   10    CONTINUE
         A(J,J) = DBLE(N) + 1.0D0
   20 CONTINUE
      END

C     A symmetric indefinite matrix.
      SUBROUTINE SYMMET (N, A, LDA)
      INTEGER N, LDA, I, J
      DOUBLE PRECISION A(LDA,*)
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = DBLE(MOD(I*J + 3*(I + J), 17)) / 8.0D0 - 1.0D0
   10    CONTINUE
   20 CONTINUE
      END

C     A vector.
      SUBROUTINE VECTOR (N, X, ISEED)
      INTEGER N, ISEED, I
      DOUBLE PRECISION X(*)
      DO 10 I = 1, N
         X(I) = DBLE(MOD(I*29 + ISEED*7, 31)) / 15.0D0 - 1.0D0
   10 CONTINUE
      END

C     A complex matrix.
      SUBROUTINE ZDENSE (M, N, A, LDA, ISEED)
      INTEGER M, N, LDA, ISEED, I, J
      COMPLEX*16 A(LDA,*)
      DO 20 J = 1, N
         DO 10 I = 1, M
            A(I,J) = DCMPLX(DBLE(MOD(I*17 + J*5 + ISEED, 41)) - 20.0D0,
     $                      DBLE(MOD(I*3 + J*19 + ISEED, 37)) - 18.0D0)
   10    CONTINUE
   20 CONTINUE
      END
