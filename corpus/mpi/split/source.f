C     Power iteration with a matrix in blocks on two rows of processes (one, if their number is odd):
C     sums along rows of processes, pieces of the vector along columns.
      PROGRAM SPLIT
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION A(NMAX*NMAX), X(NMAX), Y(NMAX), Z(NMAX)
      DOUBLE PRECISION PART, TOTAL
      INTEGER RANK, NPROCS, IERR, N, NITER, NPROW, NPCOL, NR, NC
      INTEGER IROW, ICOL, IROWS, ICOLS, IWORLD, ITER, I, J
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_DUP (MPI_COMM_WORLD, IWORLD, IERR)
      CALL MPI_COMM_SIZE (IWORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (IWORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NITER
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, IWORLD, IERR)
      CALL MPI_BCAST (NITER, 1, MPI_INTEGER, 0, IWORLD, IERR)
      NPROW = 1
      IF (MOD(NPROCS, 2) .EQ. 0) NPROW = 2
      NPCOL = NPROCS/NPROW
      IROW = RANK/NPCOL
      ICOL = MOD(RANK, NPCOL)
      CALL MPI_COMM_SPLIT (IWORLD, IROW, ICOL, IROWS, IERR)
      CALL MPI_COMM_SPLIT (IWORLD, ICOL, IROW, ICOLS, IERR)
      NR = N/NPROW
      NC = N/NPCOL
      CALL MATRIX (A, NR, NC, IROW*NR, ICOL*NC)
      DO 10 I = 1, N
   10 X(I) = 1.0D0
C
      DO 30 ITER = 1, NITER
         CALL MATVEC (A, NR, NC, X(ICOL*NC+1), Y)
         CALL MPI_ALLREDUCE (Y, Z, NR, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                       IROWS, IERR)
         CALL MPI_ALLGATHER (Z, NR, MPI_DOUBLE_PRECISION, X, NR,
     &                       MPI_DOUBLE_PRECISION, ICOLS, IERR)
         DO 20 I = 1, N
   20    X(I) = X(I)/(2*N)
   30 CONTINUE
C
C     Sums of the columns of the matrix, at the top of each column of processes.
      DO 50 J = 1, NC
         Y(J) = 0.0D0
         DO 40 I = 1, NR
            Y(J) = Y(J) + A((J-1)*NR+I)
   40    CONTINUE
   50 CONTINUE
      CALL MPI_REDUCE (Y, Z, NC, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 ICOLS, IERR)
      PART = 0.0D0
      IF (IROW .EQ. 0) THEN
         DO 60 J = 1, NC
   60    PART = PART + Z(J)*X(ICOL*NC+J)
      END IF
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 IWORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_COMM_FREE (IROWS, IERR)
      CALL MPI_COMM_FREE (ICOLS, IERR)
      CALL MPI_COMM_FREE (IWORLD, IERR)
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE MATRIX (A, NR, NC, IFIRST, JFIRST)
      INTEGER NR, NC, IFIRST, JFIRST, I, J
      DOUBLE PRECISION A(NR,NC)
      DO 20 J = 1, NC
         DO 10 I = 1, NR
            A(I,J) = MOD((IFIRST + I)*3 + (JFIRST + J)*2, 7)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE MATVEC (A, NR, NC, X, Y)
      INTEGER NR, NC, I, J
      DOUBLE PRECISION A(NR,NC), X(NC), Y(NR)
      DO 10 I = 1, NR
   10 Y(I) = 0.0D0
      DO 30 J = 1, NC
         DO 20 I = 1, NR
            Y(I) = Y(I) + A(I,J)*X(J)
   20    CONTINUE
   30 CONTINUE
      END
