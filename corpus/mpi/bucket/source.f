C     Bucket sort: every process gets the keys of one range. How many go from one process to another
C     depends on the keys.
      PROGRAM BUCKET
      INCLUDE 'mpif.h'
      INTEGER NMAX, MAXP, KEYS
      PARAMETER (NMAX = 65536, MAXP = 64, KEYS = 10007)
      INTEGER KEY(NMAX), KSEND(NMAX), KRECV(NMAX), NEXT(0:MAXP-1)
      INTEGER NSEND(0:MAXP-1), NRECV(0:MAXP-1)
      INTEGER ISEND(0:MAXP-1), IRECV(0:MAXP-1)
      INTEGER RANK, NPROCS, IERR, N, NL, NGOT, NBEFOR, I, K
      DOUBLE PRECISION PART, TOTAL
      CHARACTER*16 WORD
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') N
      NL = N/NPROCS
      DO 10 I = 1, NL
         K = RANK*NL + I
         K = MOD(MOD(K*73, KEYS)*91 + K, KEYS)
         KEY(I) = K*K/KEYS
   10 CONTINUE
C
      DO 20 K = 0, NPROCS - 1
   20 NSEND(K) = 0
      DO 30 I = 1, NL
         K = KEY(I)*NPROCS/KEYS
         NSEND(K) = NSEND(K) + 1
   30 CONTINUE
      CALL MPI_ALLTOALL (NSEND, 1, MPI_INTEGER, NRECV, 1, MPI_INTEGER,
     &                   MPI_COMM_WORLD, IERR)
      CALL PLACES (NSEND, ISEND, NPROCS, I)
      CALL PLACES (NRECV, IRECV, NPROCS, NGOT)
      DO 40 K = 0, NPROCS - 1
   40 NEXT(K) = ISEND(K)
      DO 50 I = 1, NL
         K = KEY(I)*NPROCS/KEYS
         NEXT(K) = NEXT(K) + 1
         KSEND(NEXT(K)) = KEY(I)
   50 CONTINUE
      CALL MPI_ALLTOALLV (KSEND, NSEND, ISEND, MPI_INTEGER,
     &                    KRECV, NRECV, IRECV, MPI_INTEGER,
     &                    MPI_COMM_WORLD, IERR)
      CALL SORT (KRECV, NGOT)
C
      CALL MPI_SCAN (NGOT, NBEFOR, 1, MPI_INTEGER, MPI_SUM,
     &               MPI_COMM_WORLD, IERR)
      NBEFOR = NBEFOR - NGOT
      PART = 0.0D0
      DO 60 I = 1, NGOT
   60 PART = PART + DBLE(KRECV(I))*(NBEFOR + I)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
C     Where the piece of each process begins, and the length of all.
      SUBROUTINE PLACES (N, IPLACE, NPROCS, LENGTH)
      INTEGER NPROCS, N(0:NPROCS-1), IPLACE(0:NPROCS-1), LENGTH, K
      LENGTH = 0
      DO 10 K = 0, NPROCS - 1
         IPLACE(K) = LENGTH
         LENGTH = LENGTH + N(K)
   10 CONTINUE
      END
C     Shell sort.
      SUBROUTINE SORT (KEY, N)
      INTEGER N, KEY(N), IGAP, I, J, K
      IGAP = N/2
   10 IF (IGAP .LT. 1) RETURN
      DO 30 I = IGAP + 1, N
         K = KEY(I)
         J = I - IGAP
   20    IF (J .GE. 1) THEN
            IF (KEY(J) .GT. K) THEN
               KEY(J+IGAP) = KEY(J)
               J = J - IGAP
               GO TO 20
            END IF
         END IF
         KEY(J+IGAP) = K
   30 CONTINUE
      IGAP = IGAP/2
      GO TO 10
      END
