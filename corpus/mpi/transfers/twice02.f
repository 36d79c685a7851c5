C     Two transfers of 1,000,000 bytes from 0 to 2, all at once. The
C     three processes stand in a row, 0 - 1 - 2.
      PROGRAM TWIC02
      INCLUDE 'mpif.h'
      INTEGER L
      PARAMETER (L = 250000)
      INTEGER A(L,2), REQ(2), RANK, NPROCS, IERR, K
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (NPROCS .LT. 3) THEN
         WRITE (*,*) 'three processes are needed'
         CALL MPI_ABORT (MPI_COMM_WORLD, 1, IERR)
      END IF
      IF (RANK .EQ. 0) THEN
         DO 10 K = 1, 2
            A(1,K) = K
            A(L,K) = K
   10    CONTINUE
         DO 20 K = 1, 2
            CALL MPI_ISEND (A(1,K), L, MPI_INTEGER, 2, K,
     &                      MPI_COMM_WORLD, REQ(K), IERR)
   20    CONTINUE
         CALL MPI_WAITALL (2, REQ, MPI_STATUSES_IGNORE, IERR)
      ELSE IF (RANK .EQ. 2) THEN
         DO 30 K = 1, 2
            CALL MPI_IRECV (A(1,K), L, MPI_INTEGER, 0, K,
     &                      MPI_COMM_WORLD, REQ(K), IERR)
   30    CONTINUE
         CALL MPI_WAITALL (2, REQ(1), MPI_STATUSES_IGNORE,
     &                     IERR)
         WRITE (*,*) 'received', A(1,1), A(L,2)
      END IF
      CALL MPI_FINALIZE (IERR)
      END
