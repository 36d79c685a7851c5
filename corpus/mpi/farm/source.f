C     Tasks of different lengths, handed out one by one: whoever is ready gets the next one. How many
C     a worker does depends on the run; a single process does them all.
      PROGRAM FARM
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, IERR, NTASKS, ITASK
      DOUBLE PRECISION WORK, TOTAL
      CHARACTER*16 WORD
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') NTASKS
      TOTAL = 0.0D0
      IF (NPROCS .EQ. 1) THEN
         DO 10 ITASK = 1, NTASKS
            TOTAL = TOTAL + WORK(ITASK)
   10    CONTINUE
      ELSE IF (RANK .EQ. 0) THEN
         CALL MASTER (NTASKS, NPROCS, TOTAL)
      ELSE
         CALL WORKER
      END IF
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
C     Tag 1 is a task, tag 2 the end.
      SUBROUTINE MASTER (NTASKS, NPROCS, TOTAL)
      INCLUDE 'mpif.h'
      INTEGER NTASKS, NPROCS, NEXT, IDEST, I, IERR
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION TOTAL, RESULT
      NEXT = 1
      DO 10 IDEST = 1, NPROCS - 1
         CALL HAND (NEXT, NTASKS, IDEST)
   10 CONTINUE
      DO 20 I = 1, NTASKS
         CALL MPI_RECV (RESULT, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE,
     &                  MPI_ANY_TAG, MPI_COMM_WORLD, STATUS, IERR)
         TOTAL = TOTAL + RESULT
         CALL HAND (NEXT, NTASKS, STATUS(MPI_SOURCE))
   20 CONTINUE
      END
C     The next task, or the end if there is none.
      SUBROUTINE HAND (NEXT, NTASKS, IDEST)
      INCLUDE 'mpif.h'
      INTEGER NEXT, NTASKS, IDEST, IERR
      IF (NEXT .LE. NTASKS) THEN
         CALL MPI_SEND (NEXT, 1, MPI_INTEGER, IDEST, 1, MPI_COMM_WORLD,
     &                  IERR)
         NEXT = NEXT + 1
      ELSE
         CALL MPI_SEND (NEXT, 0, MPI_INTEGER, IDEST, 2, MPI_COMM_WORLD,
     &                  IERR)
      END IF
      END
      SUBROUTINE WORKER
      INCLUDE 'mpif.h'
      INTEGER ITASK, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION WORK, RESULT
   10 CALL MPI_RECV (ITASK, 1, MPI_INTEGER, 0, MPI_ANY_TAG,
     &               MPI_COMM_WORLD, STATUS, IERR)
      IF (STATUS(MPI_TAG) .EQ. 2) RETURN
      RESULT = WORK(ITASK)
      CALL MPI_SEND (RESULT, 1, MPI_DOUBLE_PRECISION, 0, 1,
     &               MPI_COMM_WORLD, IERR)
      GO TO 10
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
