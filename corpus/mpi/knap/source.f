C     The knapsack problem by dynamic programming: MOST(C) is the greatest value of objects that weigh
C     C at most. Each process has a band of objects. It takes pieces of the table without its objects
C     from the process before it, puts each of its objects to them, and passes the pieces on.
      PROGRAM KNAP
      INCLUDE 'mpif.h'
      INTEGER NMAX, MMAX
      PARAMETER (NMAX = 256, MMAX = 4096)
      DOUBLE PRECISION MOST((MMAX+17)*(NMAX+1)), VALUE(NMAX)
      DOUBLE PRECISION PART, TOTAL, START, FINISH
      INTEGER WEIGHT(NMAX), RANK, NPROCS, IERR, N, M, NB, NL
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, M, NB
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (M, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NB, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL BEGIN (MOST, M, NL)
      CALL OBJECT (WEIGHT, VALUE, NL, RANK*NL)
C
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      START = MPI_WTIME()
      CALL FILL (MOST, WEIGHT, VALUE, M, NL, NB, RANK, NPROCS)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      FINISH = MPI_WTIME()
C
C     The last process has all objects in its last column.
      PART = 0.0D0
      IF (RANK .EQ. NPROCS - 1) CALL SUMUP (MOST, M, NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     Below a capacity of 0 nothing fits.
      SUBROUTINE BEGIN (MOST, M, NL)
      INTEGER M, NL, J, C
      DOUBLE PRECISION MOST(-16:M,0:NL)
      DO 30 J = 0, NL
         DO 10 C = -16, -1
            MOST(C,J) = -1.0D30
   10    CONTINUE
         DO 20 C = 0, M
            MOST(C,J) = 0.0D0
   20    CONTINUE
   30 CONTINUE
      END
      SUBROUTINE OBJECT (WEIGHT, VALUE, NL, JFIRST)
      INTEGER NL, JFIRST, WEIGHT(NL), J
      DOUBLE PRECISION VALUE(NL)
      DO 10 J = 1, NL
         WEIGHT(J) = 1 + MOD(7*(JFIRST + J - 1), 16)
         VALUE(J) = 1 + MOD(11*(JFIRST + J - 1), 23)
   10 CONTINUE
      END
C     Capacities in pieces of NB, the last one shorter.
      SUBROUTINE FILL (MOST, WEIGHT, VALUE, M, NL, NB, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER M, NL, NB, RANK, NPROCS, WEIGHT(NL), LOW, LENGTH, J, C
      INTEGER IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION MOST(-16:M,0:NL), VALUE(NL)
      DO 30 LOW = 1, M, NB
         LENGTH = MIN(NB, M - LOW + 1)
         IF (RANK .GT. 0) THEN
            CALL MPI_RECV (MOST(LOW,0), LENGTH, MPI_DOUBLE_PRECISION,
     &                     RANK - 1, 1, MPI_COMM_WORLD, STATUS, IERR)
         END IF
         DO 20 J = 1, NL
            DO 10 C = LOW, LOW + LENGTH - 1
               MOST(C,J) = MAX(MOST(C,J-1),
     &                         MOST(C-WEIGHT(J),J-1) + VALUE(J))
   10       CONTINUE
   20    CONTINUE
         IF (RANK .LT. NPROCS - 1) THEN
            CALL MPI_SEND (MOST(LOW,NL), LENGTH, MPI_DOUBLE_PRECISION,
     &                     RANK + 1, 1, MPI_COMM_WORLD, IERR)
         END IF
   30 CONTINUE
      END
      SUBROUTINE SUMUP (MOST, M, NL, S)
      INTEGER M, NL, C
      DOUBLE PRECISION MOST(-16:M,0:NL), S
      DO 10 C = 1, M
         S = S + MOST(C,NL)
   10 CONTINUE
      END
