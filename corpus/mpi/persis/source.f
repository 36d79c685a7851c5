C     A rod that cools, in blocks: the same two messages either way in every step, so that they are
C     described once and started again and again. The ends of the rod are cold.
      PROGRAM PERSIS
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 4096)
      DOUBLE PRECISION U(0:NMAX+1), V(0:NMAX+1), PART, TOTAL
      INTEGER RANK, NPROCS, IERR, N, NSTEPS, NL, ISTEP, LEFT, IRIGHT, I
      INTEGER IRECVS(2), ISENDS(2), STATES(MPI_STATUS_SIZE,2)
      CHARACTER*16 WORD
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') N
      CALL GETARG (2, WORD)
      READ (WORD,'(I16)') NSTEPS
      NL = N/NPROCS
      DO 10 I = 0, NL + 1
   10 U(I) = 0.0D0
      DO 20 I = 1, NL
   20 U(I) = MOD((RANK*NL + I)*7, 19)
      LEFT = MPI_PROC_NULL
      IF (RANK .GT. 0) LEFT = RANK - 1
      IRIGHT = MPI_PROC_NULL
      IF (RANK .LT. NPROCS - 1) IRIGHT = RANK + 1
C
      CALL MPI_RECV_INIT (U(0), 1, MPI_DOUBLE_PRECISION, LEFT, 1,
     &                    MPI_COMM_WORLD, IRECVS(1), IERR)
      CALL MPI_RECV_INIT (U(NL+1), 1, MPI_DOUBLE_PRECISION, IRIGHT, 2,
     &                    MPI_COMM_WORLD, IRECVS(2), IERR)
      CALL MPI_SEND_INIT (U(NL), 1, MPI_DOUBLE_PRECISION, IRIGHT, 1,
     &                    MPI_COMM_WORLD, ISENDS(1), IERR)
      CALL MPI_SEND_INIT (U(1), 1, MPI_DOUBLE_PRECISION, LEFT, 2,
     &                    MPI_COMM_WORLD, ISENDS(2), IERR)
      DO 50 ISTEP = 1, NSTEPS
         CALL MPI_STARTALL (2, IRECVS, IERR)
         CALL MPI_START (ISENDS(1), IERR)
         CALL MPI_START (ISENDS(2), IERR)
         DO 30 I = 2, NL - 1
   30    V(I) = 0.5D0*U(I) + 0.25D0*(U(I-1) + U(I+1))
         CALL MPI_WAITALL (2, IRECVS, STATES, IERR)
         V(1) = 0.5D0*U(1) + 0.25D0*(U(0) + U(2))
         V(NL) = 0.5D0*U(NL) + 0.25D0*(U(NL-1) + U(NL+1))
         CALL MPI_WAITALL (2, ISENDS, STATES, IERR)
         DO 40 I = 1, NL
   40    U(I) = V(I)
   50 CONTINUE
      DO 60 I = 1, 2
         CALL MPI_REQUEST_FREE (IRECVS(I), IERR)
         CALL MPI_REQUEST_FREE (ISENDS(I), IERR)
   60 CONTINUE
C
      PART = 0.0D0
      DO 70 I = 1, NL
   70 PART = PART + U(I)*MOD(RANK*NL + I, 7)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
