      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, ME, NP, ST(MPI_STATUS_SIZE), I, N, K, L
      DOUBLE PRECISION X(20000), Y(20000)
      INTEGER TO(0:63), NTO, LEN, FR, DEST, ROWS, COMM, RQ(64), CNT(64)
      COMMON /NB/ NTO, TO
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      IF (ME .EQ. 0) READ (*,*) N
      CALL MPI_BCAST(N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL SHARE(N, NP, ME, FR, LEN)
      DO 10 I = 1, LEN
   10 X(I) = FR + I
      CALL MPI_ALLGATHER(LEN, 1, MPI_INTEGER, CNT, 1, MPI_INTEGER,
     &   MPI_COMM_WORLD, IERR)
      IF (ME .GT. 0) CALL MPI_SEND(X, CNT(ME + 1),
     &   MPI_DOUBLE_PRECISION, 0, 4, MPI_COMM_WORLD, IERR)
      IF (ME .EQ. 0) THEN
         DO 20 K = 1, NP - 1
   20    CALL MPI_RECV(Y, CNT(K + 1), MPI_DOUBLE_PRECISION, K, 4,
     &      MPI_COMM_WORLD, ST, IERR)
      END IF
      CALL MPI_FINALIZE(IERR)
      END
      SUBROUTINE SHARE(N, NP, ME, FR, LEN)
      INTEGER N, NP, ME, FR, LEN, R
      R = N/NP
      IF (R*NP .EQ. N) THEN
         FR = ME*R + 1
         LEN = R
      ELSE IF (ME .LT. N - R*NP) THEN
         FR = ME*(R + 1) + 1
         LEN = R + 1
      ELSE
         FR = ME*R + (N - R*NP) + 1
         LEN = R
      END IF
      END
