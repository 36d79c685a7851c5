C     A sweep from the upper left to the lower right, columns in blocks over the processes. A process
C     waits for a piece of its left neighbour's last column before it computes the same rows.
      PROGRAM WAVEFR
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION U((NMAX+1)*(NMAX+1)), PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NB, NSWEEP, NL, ISWEEP
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NB, NSWEEP
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NB, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NSWEEP, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL BEGIN (U, N, NL, RANK*NL)
C
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      START = MPI_WTIME()
      DO 10 ISWEEP = 1, NSWEEP
         CALL SWEEP (U, N, NL, NB, RANK, NPROCS)
   10 CONTINUE
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      FINISH = MPI_WTIME()
C
      CALL SUMUP (U, N, NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE BEGIN (U, N, NL, JFIRST)
      INTEGER N, NL, JFIRST, I, J
      DOUBLE PRECISION U(0:N,0:NL)
      DO 20 J = 0, NL
         DO 10 I = 0, N
            U(I,J) = MOD(I*3 + (JFIRST + J)*5, 11)
   10    CONTINUE
   20 CONTINUE
      END
C     Rows in pieces of NB, the last one shorter.
      SUBROUTINE SWEEP (U, N, NL, NB, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, NL, NB, RANK, NPROCS, LOW, LENGTH, I, J, IERR
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(0:N,0:NL)
      DO 30 LOW = 1, N, NB
         LENGTH = MIN(NB, N - LOW + 1)
         IF (RANK .GT. 0) THEN
            CALL MPI_RECV (U(LOW,0), LENGTH, MPI_DOUBLE_PRECISION,
     &                     RANK - 1, 1, MPI_COMM_WORLD, STATUS, IERR)
         END IF
         DO 20 J = 1, NL
            DO 10 I = LOW, LOW + LENGTH - 1
               U(I,J) = 0.25D0*(U(I-1,J) + U(I,J-1)) + 0.5D0*U(I,J)
   10       CONTINUE
   20    CONTINUE
         IF (RANK .LT. NPROCS - 1) THEN
            CALL MPI_SEND (U(LOW,NL), LENGTH, MPI_DOUBLE_PRECISION,
     &                     RANK + 1, 1, MPI_COMM_WORLD, IERR)
         END IF
   30 CONTINUE
      END
      SUBROUTINE SUMUP (U, N, NL, S)
      INTEGER N, NL, I, J
      DOUBLE PRECISION U(0:N,0:NL), S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, N
            S = S + U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
