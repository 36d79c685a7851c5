C     Poisson's equation by red-black over-relaxation, columns in blocks, until the largest change
C     is small: the number of iterations depends on the data.
      PROGRAM REDBLK
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 256)
      DOUBLE PRECISION U((NMAX+2)*(NMAX+2)), TOL
      PARAMETER (TOL = 1.0D-6)
      DOUBLE PRECISION PART, CHANGE, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, MAXIT, NL, ITER
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) THEN
         READ (*,*) N, MAXIT
      END IF
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (MAXIT, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL ZERO (U, (N + 2)*(NL + 2))
C
      START = MPI_WTIME()
      ITER = 0
   10 IF (ITER .GE. MAXIT) GO TO 20
      ITER = ITER + 1
      PART = 0.0D0
      CALL SWAP (U, N, NL, RANK, NPROCS)
      CALL SWEEP (U, N, NL, RANK*NL, 0, PART)
      CALL SWAP (U, N, NL, RANK, NPROCS)
      CALL SWEEP (U, N, NL, RANK*NL, 1, PART)
      CALL MPI_ALLREDUCE (PART, CHANGE, 1, MPI_DOUBLE_PRECISION,
     &                    MPI_MAX, MPI_COMM_WORLD, IERR)
      IF (CHANGE .GE. TOL) GO TO 10
   20 FINISH = MPI_WTIME()
C
      CALL SUMUP (U, N, NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,I8)') 'iterations:', ITER
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE ZERO (U, LENGTH)
      INTEGER LENGTH, I
      DOUBLE PRECISION U(LENGTH)
      DO 10 I = 1, LENGTH
   10 U(I) = 0.0D0
      END
C     The last column goes to the right, the first one to the left. Nobody waits in a circle: the
C     process at the end does not send.
      SUBROUTINE SWAP (U, N, NL, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, NL, RANK, NPROCS, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(0:N+1,0:NL+1)
      IF (RANK .LT. NPROCS - 1) THEN
         CALL MPI_SEND (U(1,NL), N, MPI_DOUBLE_PRECISION, RANK + 1, 1,
     &                  MPI_COMM_WORLD, IERR)
      END IF
      IF (RANK .GT. 0) THEN
         CALL MPI_RECV (U(1,0), N, MPI_DOUBLE_PRECISION, RANK - 1, 1,
     &                  MPI_COMM_WORLD, STATUS, IERR)
         CALL MPI_SEND (U(1,1), N, MPI_DOUBLE_PRECISION, RANK - 1, 2,
     &                  MPI_COMM_WORLD, IERR)
      END IF
      IF (RANK .LT. NPROCS - 1) THEN
         CALL MPI_RECV (U(1,NL+1), N, MPI_DOUBLE_PRECISION, RANK + 1, 2,
     &                  MPI_COMM_WORLD, STATUS, IERR)
      END IF
      END
C     The points of one colour.
      SUBROUTINE SWEEP (U, N, NL, JFIRST, ICOLOR, CHANGE)
      INTEGER N, NL, JFIRST, ICOLOR, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), CHANGE, D
      DO 20 J = 1, NL
         DO 10 I = 1 + MOD(JFIRST + J + ICOLOR, 2), N, 2
            D = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     &                  + 1.0D0) - U(I,J)
            U(I,J) = U(I,J) + 1.6D0*D
            IF (ABS(D) .GT. CHANGE) CHANGE = ABS(D)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE SUMUP (U, N, NL, S)
      INTEGER N, NL, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, N
            S = S + U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
