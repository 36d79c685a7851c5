C     Resource allocation by dynamic programming: BEST(X) is the greatest gain of X units given to some
C     activities. Bands of G activities are dealt out to the processes in turn. A process takes the
C     gains without its band in pieces of B from the process before it and puts its activities to them.
C     It passes a piece on as soon as that is final, and only then puts it to all gains behind: the
C     later the piece, the fewer these are. From the last process pieces go back to the first one, for
C     its next band.
      PROGRAM ALLOC
      INCLUDE 'mpif.h'
      INTEGER NMAX, MMAX, MROOM
      PARAMETER (NMAX = 64, MMAX = 1024, MROOM = 128*MMAX)
      DOUBLE PRECISION BEST((MMAX+1)*(NMAX+1)), GAIN((MMAX+1)*NMAX)
      DOUBLE PRECISION BUFFER(MROOM), PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, M, G, B, ROUNDS, ISIZE
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
      CALL BEGIN (BEST, M, G)
      CALL ACTIV (GAIN, M, G, ROUNDS, RANK, NPROCS)
C
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      START = MPI_WTIME()
      CALL FILL (BEST, GAIN, M, G, B, ROUNDS, RANK, NPROCS)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      FINISH = MPI_WTIME()
C
C     The last process has all activities in its last column.
      PART = 0.0D0
      IF (RANK .EQ. NPROCS - 1) CALL SUMUP (BEST, M, G, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_BUFFER_DETACH (BUFFER, ISIZE, IERR)
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE BEGIN (BEST, M, G)
      INTEGER M, G, J, IX
      DOUBLE PRECISION BEST(0:M,0:G)
      DO 20 J = 0, G
         DO 10 IX = 0, M
            BEST(IX,J) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      END
C     What each of X = 0, ..., M units gains in the activities of this process, band after band.
      SUBROUTINE ACTIV (GAIN, M, G, ROUNDS, RANK, NPROCS)
      INTEGER M, G, ROUNDS, RANK, NPROCS, I, J, K, IX
      DOUBLE PRECISION GAIN(0:M,G,ROUNDS)
      DO 30 I = 1, ROUNDS
         DO 20 J = 1, G
            K = ((I - 1)*NPROCS + RANK)*G + J - 1
            DO 10 IX = 0, M
               GAIN(IX,J,I) = MOD((1 + MOD(7*K, 13))*IX, 11 + MOD(K, 5))
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
C     Units in pieces of B, the last one shorter. What goes back to the first process waits in a buffer.
      SUBROUTINE FILL (BEST, GAIN, M, G, B, ROUNDS, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER M, G, B, ROUNDS, RANK, NPROCS, I, J, IX, IY, LOW, LENGTH
      INTEGER IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION BEST(0:M,0:G), GAIN(0:M,G,ROUNDS)
      DO 100 I = 1, ROUNDS
         DO 20 J = 1, G
            DO 10 IX = 1, M
               BEST(IX,J) = GAIN(IX,J,I)
   10       CONTINUE
   20    CONTINUE
         DO 90 LOW = 1, M, B
            LENGTH = MIN(B, M - LOW + 1)
            IF (RANK .GT. 0) THEN
               CALL MPI_RECV (BEST(LOW,0), LENGTH,
     &                        MPI_DOUBLE_PRECISION, RANK - 1, 1,
     &                        MPI_COMM_WORLD, STATUS, IERR)
            ELSE IF (I .GT. 1) THEN
               CALL MPI_RECV (BEST(LOW,0), LENGTH,
     &                        MPI_DOUBLE_PRECISION, NPROCS - 1, 1,
     &                        MPI_COMM_WORLD, STATUS, IERR)
            END IF
            DO 50 J = 1, G
               DO 40 IY = LOW, LOW + LENGTH - 1
                  DO 30 IX = IY, LOW + LENGTH - 1
                     BEST(IX,J) = MAX(BEST(IX,J),
     &                                BEST(IY,J-1) + GAIN(IX-IY,J,I))
   30             CONTINUE
   40          CONTINUE
   50       CONTINUE
            IF (RANK .LT. NPROCS - 1) THEN
               CALL MPI_SEND (BEST(LOW,G), LENGTH,
     &                        MPI_DOUBLE_PRECISION, RANK + 1, 1,
     &                        MPI_COMM_WORLD, IERR)
            ELSE IF (I .LT. ROUNDS) THEN
               CALL MPI_BSEND (BEST(LOW,G), LENGTH,
     &                         MPI_DOUBLE_PRECISION, 0, 1,
     &                         MPI_COMM_WORLD, IERR)
            END IF
            DO 80 J = 1, G
               DO 70 IY = LOW, LOW + LENGTH - 1
                  DO 60 IX = LOW + LENGTH, M
                     BEST(IX,J) = MAX(BEST(IX,J),
     &                                BEST(IY,J-1) + GAIN(IX-IY,J,I))
   60             CONTINUE
   70          CONTINUE
   80       CONTINUE
   90    CONTINUE
  100 CONTINUE
      END
      SUBROUTINE SUMUP (BEST, M, G, S)
      INTEGER M, G, IX
      DOUBLE PRECISION BEST(0:M,0:G), S
      DO 10 IX = 1, M
         S = S + BEST(IX,G)
   10 CONTINUE
      END
