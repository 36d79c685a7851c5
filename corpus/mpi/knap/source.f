C     The knapsack problem by dynamic programming: MOST(C) is the greatest value of objects that weigh
C     C at most. Bands of G objects are dealt out to the processes in turn. A process takes the table
C     without its band in pieces of B capacities from the process before it, puts each object of the
C     band to them, and passes the pieces on; from the last process they go back to the first one, for
C     its next band.
      PROGRAM KNAP
      INCLUDE 'mpif.h'
      INTEGER NMAX, MMAX, MROOM
      PARAMETER (NMAX = 256, MMAX = 4096, MROOM = 128*MMAX)
      DOUBLE PRECISION MOST((MMAX+17)*(NMAX+1)), VALUE(NMAX)
      DOUBLE PRECISION BUFFER(MROOM), PART, TOTAL, START, FINISH
      INTEGER WEIGHT(NMAX), RANK, NPROCS, IERR, N, M, G, B, ROUNDS
      INTEGER ISIZE
      CHARACTER*16 WORD
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') N
      CALL GETARG (2, WORD)
      READ (WORD,'(I16)') M
      CALL GETARG (3, WORD)
      READ (WORD,'(I16)') G
      CALL GETARG (4, WORD)
      READ (WORD,'(I16)') B
      ROUNDS = N/(G*NPROCS)
      CALL MPI_BUFFER_ATTACH (BUFFER, 8*MROOM, IERR)
      CALL BEGIN (MOST, M, G)
      CALL OBJECT (WEIGHT, VALUE, G, ROUNDS, RANK, NPROCS)
C
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      START = MPI_WTIME()
      CALL FILL (MOST, WEIGHT, VALUE, M, G, B, ROUNDS, RANK, NPROCS)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      FINISH = MPI_WTIME()
C
C     The last process has all objects in its last column.
      PART = 0.0D0
      IF (RANK .EQ. NPROCS - 1) CALL SUMUP (MOST, M, G, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_BUFFER_DETACH (BUFFER, ISIZE, IERR)
      CALL MPI_FINALIZE (IERR)
      END
C     Below a capacity of 0 nothing fits.
      SUBROUTINE BEGIN (MOST, M, G)
      INTEGER M, G, J, C
      DOUBLE PRECISION MOST(-16:M,0:G)
      DO 30 J = 0, G
         DO 10 C = -16, -1
            MOST(C,J) = -1.0D30
   10    CONTINUE
         DO 20 C = 0, M
            MOST(C,J) = 0.0D0
   20    CONTINUE
   30 CONTINUE
      END
C     Band after band: the objects of this process.
      SUBROUTINE OBJECT (WEIGHT, VALUE, G, ROUNDS, RANK, NPROCS)
      INTEGER G, ROUNDS, RANK, NPROCS, WEIGHT(G,ROUNDS), I, J, K
      DOUBLE PRECISION VALUE(G,ROUNDS)
      DO 20 I = 1, ROUNDS
         DO 10 J = 1, G
            K = ((I - 1)*NPROCS + RANK)*G + J - 1
            WEIGHT(J,I) = 1 + MOD(7*K, 16)
            VALUE(J,I) = 1 + MOD(11*K, 23)
   10    CONTINUE
   20 CONTINUE
      END
C     Capacities in pieces of B, the last one shorter. What goes back to the first process waits in a
C     buffer.
      SUBROUTINE FILL (MOST, WEIGHT, VALUE, M, G, B, ROUNDS, RANK,
     &                 NPROCS)
      INCLUDE 'mpif.h'
      INTEGER M, G, B, ROUNDS, RANK, NPROCS, WEIGHT(G,ROUNDS)
      INTEGER I, LOW, LENGTH, J, C, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION MOST(-16:M,0:G), VALUE(G,ROUNDS)
      DO 40 I = 1, ROUNDS
         DO 30 LOW = 1, M, B
            LENGTH = MIN(B, M - LOW + 1)
            IF (RANK .GT. 0) THEN
               CALL MPI_RECV (MOST(LOW,0), LENGTH,
     &                        MPI_DOUBLE_PRECISION, RANK - 1, 1,
     &                        MPI_COMM_WORLD, STATUS, IERR)
            ELSE IF (I .GT. 1) THEN
               CALL MPI_RECV (MOST(LOW,0), LENGTH,
     &                        MPI_DOUBLE_PRECISION, NPROCS - 1, 1,
     &                        MPI_COMM_WORLD, STATUS, IERR)
            END IF
            DO 20 J = 1, G
               DO 10 C = LOW, LOW + LENGTH - 1
                  MOST(C,J) = MAX(MOST(C,J-1),
     &                     MOST(C-WEIGHT(J,I),J-1) + VALUE(J,I))
   10          CONTINUE
   20       CONTINUE
            IF (RANK .LT. NPROCS - 1) THEN
               CALL MPI_SEND (MOST(LOW,G), LENGTH,
     &                        MPI_DOUBLE_PRECISION, RANK + 1, 1,
     &                        MPI_COMM_WORLD, IERR)
            ELSE IF (I .LT. ROUNDS) THEN
               CALL MPI_BSEND (MOST(LOW,G), LENGTH,
     &                         MPI_DOUBLE_PRECISION, 0, 1,
     &                         MPI_COMM_WORLD, IERR)
            END IF
   30    CONTINUE
   40 CONTINUE
      END
      SUBROUTINE SUMUP (MOST, M, G, S)
      INTEGER M, G, C
      DOUBLE PRECISION MOST(-16:M,0:G), S
      DO 10 C = 1, M
         S = S + MOST(C,G)
   10 CONTINUE
      END
