C     Processes with different roles. Numbers go down a line: the first process makes them, the last
C     one adds them up, each squares its share. Then keys are sorted by exchanges of odd and even
C     neighbours.
      PROGRAM ROLES
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 4096)
      DOUBLE PRECISION X(NMAX), TOTAL, PART
      INTEGER KEY(NMAX), RANK, NPROCS, IERR, N, NTURNS, NL, ITURN, I
      INTEGER STATUS(MPI_STATUS_SIZE)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NTURNS
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NTURNS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
C
      TOTAL = 0.0D0
      DO 30 ITURN = 1, NTURNS
         IF (RANK .EQ. 0) THEN
            DO 10 I = 1, N
   10       X(I) = ITURN + I
            CALL SQUARE (X, N, RANK, NPROCS)
            IF (NPROCS .GT. 1) THEN
               CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 1, ITURN,
     &                        MPI_COMM_WORLD, IERR)
            ELSE
               CALL ADD (X, N, TOTAL)
            END IF
         ELSE IF (RANK .EQ. NPROCS - 1) THEN
            CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, RANK - 1, ITURN,
     &                     MPI_COMM_WORLD, STATUS, IERR)
            CALL SQUARE (X, N, RANK, NPROCS)
            CALL ADD (X, N, TOTAL)
         ELSE
            CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, RANK - 1, ITURN,
     &                     MPI_COMM_WORLD, STATUS, IERR)
            CALL SQUARE (X, N, RANK, NPROCS)
            CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, RANK + 1, ITURN,
     &                     MPI_COMM_WORLD, IERR)
         END IF
   30 CONTINUE
      IF (NPROCS .GT. 1) THEN
         IF (RANK .EQ. NPROCS - 1) THEN
            CALL MPI_SSEND (TOTAL, 1, MPI_DOUBLE_PRECISION, 0, 0,
     &                      MPI_COMM_WORLD, IERR)
         ELSE IF (RANK .EQ. 0) THEN
            CALL MPI_RECV (TOTAL, 1, MPI_DOUBLE_PRECISION, NPROCS - 1,
     &                     0, MPI_COMM_WORLD, STATUS, IERR)
         END IF
      END IF
C
      NL = N/NPROCS
      DO 40 I = 1, NL
   40 KEY(I) = MOD((RANK*NL + I)*73, 101)
      CALL SORT (KEY, NL)
      DO 50 I = 1, NPROCS
   50 CALL TRADE (KEY, NL, I, RANK, NPROCS)
      PART = 0.0D0
      DO 60 I = 1, NL
   60 PART = PART + DBLE(KEY(I))*(RANK*NL + I)
      CALL MPI_REDUCE (PART, X, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL+X(1)
      CALL MPI_FINALIZE (IERR)
      END
C     Every NPROCS-th number.
      SUBROUTINE SQUARE (X, N, RANK, NPROCS)
      INTEGER N, RANK, NPROCS, I
      DOUBLE PRECISION X(N)
      DO 10 I = RANK + 1, N, NPROCS
   10 X(I) = X(I)*X(I)
      END
      SUBROUTINE ADD (X, N, TOTAL)
      INTEGER N, I
      DOUBLE PRECISION X(N), TOTAL
      DO 10 I = 1, N
   10 TOTAL = TOTAL + X(I)
      END
C     With the right neighbour or with the left one, in turn: the left one of a pair keeps the lower
C     half of the keys.
      SUBROUTINE TRADE (KEY, NL, ITURN, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 4096)
      INTEGER NL, ITURN, RANK, NPROCS, KEY(NL), BOTH(2*NMAX), I, IERR
      INTEGER IOTHER, STATUS(MPI_STATUS_SIZE)
      IF (MOD(RANK + ITURN, 2) .EQ. 0) THEN
         IOTHER = RANK + 1
      ELSE
         IOTHER = RANK - 1
      END IF
      IF (IOTHER .LT. 0 .OR. IOTHER .GE. NPROCS) RETURN
      IF (MOD(RANK, 2) .EQ. 0) THEN
         CALL MPI_SEND (KEY, NL, MPI_INTEGER, IOTHER, ITURN,
     &                  MPI_COMM_WORLD, IERR)
         CALL MPI_RECV (BOTH, NL, MPI_INTEGER, IOTHER, ITURN,
     &                  MPI_COMM_WORLD, STATUS, IERR)
      ELSE
         CALL MPI_RECV (BOTH, NL, MPI_INTEGER, IOTHER, ITURN,
     &                  MPI_COMM_WORLD, STATUS, IERR)
         CALL MPI_SEND (KEY, NL, MPI_INTEGER, IOTHER, ITURN,
     &                  MPI_COMM_WORLD, IERR)
      END IF
      DO 10 I = 1, NL
   10 BOTH(NL+I) = KEY(I)
      CALL SORT (BOTH, 2*NL)
      DO 20 I = 1, NL
         IF (RANK .LT. IOTHER) THEN
            KEY(I) = BOTH(I)
         ELSE
            KEY(I) = BOTH(NL+I)
         END IF
   20 CONTINUE
      END
C     Insertion.
      SUBROUTINE SORT (KEY, N)
      INTEGER N, KEY(N), I, J, K
      DO 20 I = 2, N
         K = KEY(I)
         J = I - 1
   10    IF (J .GE. 1) THEN
            IF (KEY(J) .GT. K) THEN
               KEY(J+1) = KEY(J)
               J = J - 1
               GO TO 10
            END IF
         END IF
         KEY(J+1) = K
   20 CONTINUE
      END
