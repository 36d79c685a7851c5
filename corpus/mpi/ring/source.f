C     Product of two matrices on a ring of processes. Every process keeps a block of rows of A and
C     of the product; the blocks of columns of B go round.
      PROGRAM RING
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX)
      DOUBLE PRECISION T(NMAX*NMAX), CHECK, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NREPS, NL, IREP
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NREPS
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NREPS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL FILL (A, B, C, N, NL, RANK*NL)
C
      START = MPI_WTIME()
      DO 10 IREP = 1, NREPS
         CALL TURN (A, B, C, T, N, NL, RANK, NPROCS)
   10 CONTINUE
      FINISH = MPI_WTIME()
C
      TOTAL = CHECK(C, N, NL, RANK*NL)
      CALL MPI_REDUCE (TOTAL, T, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', T(1)
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     Values are small whole numbers: sums are exact in any order.
      SUBROUTINE FILL (A, B, C, N, NL, FIRST)
      INTEGER N, NL, FIRST, I, J
      DOUBLE PRECISION A(NL,N), B(N,NL), C(NL,N)
      DO 20 J = 1, N
         DO 10 I = 1, NL
            A(I,J) = MOD((FIRST + I)*J, 7)
            C(I,J) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 1, NL
         DO 30 I = 1, N
            B(I,J) = MOD(I + 2*(FIRST + J), 5)
   30    CONTINUE
   40 CONTINUE
      END
C     All blocks of B come by once, and each is back at its owner in the end.
      SUBROUTINE TURN (A, B, C, T, N, NL, RANK, NPROCS)
      INTEGER N, NL, RANK, NPROCS, ISTEP, IOWNER, I, J, K
      DOUBLE PRECISION A(NL,N), B(N,NL), C(NL,N), T(N,NL)
      DO 50 ISTEP = 0, NPROCS - 1
         IOWNER = MOD(RANK - ISTEP + NPROCS, NPROCS)
         DO 30 J = 1, NL
            DO 20 K = 1, N
               DO 10 I = 1, NL
                  C(I,IOWNER*NL+J) = C(I,IOWNER*NL+J) + A(I,K)*B(K,J)
   10          CONTINUE
   20       CONTINUE
   30    CONTINUE
         IF (NPROCS .GT. 1) CALL SHIFT (B, T, N*NL, RANK, NPROCS)
   50 CONTINUE
      END
C     A block goes to the right; even processes send first.
      SUBROUTINE SHIFT (B, T, LENGTH, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER LENGTH, RANK, NPROCS, IERR, I, IRIGHT, ILEFT
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION B(LENGTH), T(LENGTH)
      IRIGHT = MOD(RANK + 1, NPROCS)
      ILEFT = MOD(RANK - 1 + NPROCS, NPROCS)
      IF (MOD(RANK, 2) .EQ. 0) THEN
         CALL MPI_SEND (B, LENGTH, MPI_DOUBLE_PRECISION, IRIGHT, 1,
     &                  MPI_COMM_WORLD, IERR)
         CALL MPI_RECV (T, LENGTH, MPI_DOUBLE_PRECISION, ILEFT, 1,
     &                  MPI_COMM_WORLD, STATUS, IERR)
      ELSE
         CALL MPI_RECV (T, LENGTH, MPI_DOUBLE_PRECISION, ILEFT, 1,
     &                  MPI_COMM_WORLD, STATUS, IERR)
         CALL MPI_SEND (B, LENGTH, MPI_DOUBLE_PRECISION, IRIGHT, 1,
     &                  MPI_COMM_WORLD, IERR)
      END IF
      DO 10 I = 1, LENGTH
         B(I) = T(I)
   10 CONTINUE
      END
C     Sum with weights of the places.
      DOUBLE PRECISION FUNCTION CHECK (C, N, NL, FIRST)
      INTEGER N, NL, FIRST, I, J
      DOUBLE PRECISION C(NL,N)
      CHECK = 0.0D0
      DO 20 J = 1, N
         DO 10 I = 1, NL
            CHECK = CHECK + C(I,J)*(MOD(FIRST + I + J, 3) + 1)
   10    CONTINUE
   20 CONTINUE
      END
