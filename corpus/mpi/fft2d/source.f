C     Fourier transform in two dimensions: lines are transformed, the matrix is transposed by an
C     exchange of all with all, lines are transformed again, and the matrix is transposed back.
      PROGRAM FFT2D
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 256)
      DOUBLE COMPLEX X(NMAX*NMAX), S(NMAX*NMAX), R(NMAX*NMAX)
      DOUBLE PRECISION PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NREPS, NL, IREP
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NREPS
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NREPS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL BEGIN (X, N, NL, RANK*NL)
C
      START = MPI_WTIME()
      DO 10 IREP = 1, NREPS
         CALL LINES (X, N, NL)
         CALL TURN (X, S, R, N, NL, NPROCS)
         CALL LINES (X, N, NL)
         CALL TURN (X, S, R, N, NL, NPROCS)
   10 CONTINUE
      FINISH = MPI_WTIME()
C
      CALL SUMUP (X, N, NL, RANK*NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE BEGIN (X, N, NL, JFIRST)
      INTEGER N, NL, JFIRST, I, J
      DOUBLE COMPLEX X(N,NL)
      DO 20 J = 1, NL
         DO 10 I = 1, N
            X(I,J) = DCMPLX(DBLE(MOD(I*(JFIRST+J), 7)), DBLE(MOD(I, 3)))
   10    CONTINUE
   20 CONTINUE
      END
C     All lines of this process, with the factor that keeps the sum of squares.
      SUBROUTINE LINES (X, N, NL)
      INTEGER N, NL, I, J
      DOUBLE COMPLEX X(N,NL)
      DO 20 J = 1, NL
         CALL FFT (X(1,J), N)
         DO 10 I = 1, N
            X(I,J) = X(I,J)/SQRT(DBLE(N))
   10    CONTINUE
   20 CONTINUE
      END
C     Radix 2; N is a power of two.
      SUBROUTINE FFT (X, N)
      INTEGER N, I, J, M, LENGTH
      DOUBLE COMPLEX X(N), T, W
      DOUBLE PRECISION ANGLE, PI
      PARAMETER (PI = 3.14159265358979324D0)
      J = 1
      DO 20 I = 1, N
         IF (J .GT. I) THEN
            T = X(J)
            X(J) = X(I)
            X(I) = T
         END IF
         M = N/2
   10    IF (M .GE. 1 .AND. J .GT. M) THEN
            J = J - M
            M = M/2
            GO TO 10
         END IF
         J = J + M
   20 CONTINUE
      LENGTH = 1
   30 IF (LENGTH .LT. N) THEN
         DO 50 M = 1, LENGTH
            ANGLE = -PI*(M - 1)/LENGTH
            W = DCMPLX(COS(ANGLE), SIN(ANGLE))
            DO 40 I = M, N, 2*LENGTH
               T = W*X(I+LENGTH)
               X(I+LENGTH) = X(I) - T
               X(I) = X(I) + T
   40       CONTINUE
   50    CONTINUE
         LENGTH = 2*LENGTH
         GO TO 30
      END IF
      END
C     Transpose: a square block goes to every process.
      SUBROUTINE TURN (X, S, R, N, NL, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, NL, NPROCS, I, J, K, IERR
      DOUBLE COMPLEX X(N,NL), S(NL,NL,0:NPROCS-1), R(NL,NL,0:NPROCS-1)
      DO 30 K = 0, NPROCS - 1
         DO 20 J = 1, NL
            DO 10 I = 1, NL
               S(I,J,K) = X(K*NL+I,J)
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      CALL MPI_ALLTOALL (S, NL*NL, MPI_DOUBLE_COMPLEX, R, NL*NL,
     &                   MPI_DOUBLE_COMPLEX, MPI_COMM_WORLD, IERR)
      DO 60 K = 0, NPROCS - 1
         DO 50 J = 1, NL
            DO 40 I = 1, NL
               X(K*NL+J,I) = R(I,J,K)
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      END
C     Parts with weights of the places.
      SUBROUTINE SUMUP (X, N, NL, JFIRST, S)
      INTEGER N, NL, JFIRST, I, J
      DOUBLE COMPLEX X(N,NL)
      DOUBLE PRECISION S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, N
            S = S + DBLE(X(I,J))*MOD(I, 5)
     &            + DIMAG(X(I,J))*MOD(JFIRST + J, 3)
   10    CONTINUE
   20 CONTINUE
      END
