C     Tasks dealt out in turn before the work begins: process R does the tasks R+1, R+1+NPROCS, ...
C     Process 0 works too, then takes the results as they come.
      PROGRAM FARMST
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, IERR, NTASKS, ITASK, NOWN, I
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION WORK, TOTAL, RESULT
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) NTASKS
      CALL MPI_BCAST (NTASKS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      TOTAL = 0.0D0
      DO 10 ITASK = RANK + 1, NTASKS, NPROCS
         RESULT = WORK(ITASK)
         IF (RANK .EQ. 0) THEN
            TOTAL = TOTAL + RESULT*ITASK
         ELSE
            CALL MPI_SEND (RESULT, 1, MPI_DOUBLE_PRECISION, 0, ITASK,
     &                     MPI_COMM_WORLD, IERR)
         END IF
   10 CONTINUE
      IF (RANK .EQ. 0) THEN
         NOWN = (NTASKS + NPROCS - 1)/NPROCS
         DO 20 I = 1, NTASKS - NOWN
            CALL MPI_RECV (RESULT, 1, MPI_DOUBLE_PRECISION,
     &                     MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
     &                     STATUS, IERR)
            TOTAL = TOTAL + RESULT*STATUS(MPI_TAG)
   20    CONTINUE
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     Steps of Collatz from the task's number to 1.
      DOUBLE PRECISION FUNCTION WORK (ITASK)
      INTEGER ITASK, K
      WORK = 0.0D0
      K = ITASK
   10 IF (K .EQ. 1) RETURN
      IF (MOD(K, 2) .EQ. 0) THEN
         K = K/2
      ELSE
         K = 3*K + 1
      END IF
      WORK = WORK + 1.0D0
      GO TO 10
      END
