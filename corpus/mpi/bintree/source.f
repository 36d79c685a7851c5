C     Broadcast, sum and barrier made of messages: binomial trees by masks that double, and rounds
C     with ever farther neighbours.
      PROGRAM BTREE
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 4096)
      DOUBLE PRECISION X(NMAX), Y(NMAX), TOTAL
      INTEGER RANK, NPROCS, IERR, N, NREPS, IREP, I
      INTEGER INPUT(2)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) INPUT(1), INPUT(2)
      CALL MPI_BCAST (INPUT, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      N = INPUT(1)
      NREPS = INPUT(2)
      TOTAL = 0.0D0
      DO 40 IREP = 1, NREPS
         IF (RANK .EQ. 0) THEN
            DO 10 I = 1, N
   10       X(I) = IREP + I
         END IF
         CALL SPREAD (X, N, RANK, NPROCS)
C        each process keeps its share of what it got
         DO 20 I = 1, N
            IF (MOD(I, NPROCS) .NE. RANK) X(I) = 0.0D0
   20    CONTINUE
         CALL GROUP (X, Y, N, RANK, NPROCS)
         CALL MEET (RANK, NPROCS)
         DO 30 I = 1, N
   30    TOTAL = TOTAL + X(I)*MOD(I, 3)
   40 CONTINUE
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
C     Broadcast from process 0: in each round, all that have it pass it on.
      SUBROUTINE SPREAD (X, N, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, RANK, NPROCS, MASK, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION X(N)
      MASK = 1
      DO WHILE (MASK .LT. NPROCS)
         IF (RANK .LT. MASK) THEN
            IF (RANK + MASK .LT. NPROCS) THEN
               CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, RANK + MASK,
     &                        1, MPI_COMM_WORLD, IERR)
            END IF
         ELSE IF (RANK .LT. 2*MASK) THEN
            CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, RANK - MASK, 1,
     &                     MPI_COMM_WORLD, STATUS, IERR)
         END IF
         MASK = 2*MASK
      END DO
      END
C     Sum at process 0: in each round, the processes with the bit of the mask pass theirs on and are
C     done.
      SUBROUTINE GROUP (X, Y, N, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, RANK, NPROCS, MASK, I, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION X(N), Y(N)
      MASK = 1
   10 IF (MASK .GE. NPROCS) RETURN
      IF (IAND(RANK, MASK) .NE. 0) THEN
         CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, RANK - MASK, 2,
     &                  MPI_COMM_WORLD, IERR)
         RETURN
      END IF
      IF (RANK + MASK .LT. NPROCS) THEN
         CALL MPI_RECV (Y, N, MPI_DOUBLE_PRECISION, RANK + MASK, 2,
     &                  MPI_COMM_WORLD, STATUS, IERR)
         DO 20 I = 1, N
   20    X(I) = X(I) + Y(I)
      END IF
      MASK = 2*MASK
      GO TO 10
      END
C     Barrier: empty messages to farther and farther neighbours.
      SUBROUTINE MEET (RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, MASK, IDUMMY, IERR, STATUS(MPI_STATUS_SIZE)
      MASK = 1
      DO WHILE (MASK .LT. NPROCS)
         CALL MPI_SENDRECV (IDUMMY, 0, MPI_INTEGER,
     &                      MOD(RANK + MASK, NPROCS), 3,
     &                      IDUMMY, 0, MPI_INTEGER,
     &                      MOD(RANK - MASK + NPROCS, NPROCS), 3,
     &                      MPI_COMM_WORLD, STATUS, IERR)
         MASK = 2*MASK
      END DO
      END
