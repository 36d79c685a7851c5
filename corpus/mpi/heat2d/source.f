C     Heat in a plate by Jacobi's method on a grid of processes. Lines in the first direction have
C     gaps in memory: they are sent by a derived type.
      PROGRAM HEAT2D
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION U((NMAX+2)*(NMAX+2)), V((NMAX+2)*(NMAX+2))
      DOUBLE PRECISION PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NSTEPS, NX, NY, ISTEP, ICOMM, LINE
      INTEGER INPUT(2), IDIMS(2), IPLACE(2)
      INTEGER NORTH, ISOUTH, IWEST, IEAST
      LOGICAL PERIOD(2)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) INPUT(1), INPUT(2)
      CALL MPI_BCAST (INPUT, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      N = INPUT(1)
      NSTEPS = INPUT(2)
C
      IDIMS(1) = 0
      IDIMS(2) = 0
      CALL MPI_DIMS_CREATE (NPROCS, 2, IDIMS, IERR)
      PERIOD(1) = .FALSE.
      PERIOD(2) = .FALSE.
      CALL MPI_CART_CREATE (MPI_COMM_WORLD, 2, IDIMS, PERIOD, .FALSE.,
     &                      ICOMM, IERR)
      CALL MPI_COMM_RANK (ICOMM, RANK, IERR)
      CALL MPI_CART_COORDS (ICOMM, RANK, 2, IPLACE, IERR)
      CALL MPI_CART_SHIFT (ICOMM, 0, 1, NORTH, ISOUTH, IERR)
      CALL MPI_CART_SHIFT (ICOMM, 1, 1, IWEST, IEAST, IERR)
      NX = N/IDIMS(1)
      NY = N/IDIMS(2)
      CALL MPI_TYPE_VECTOR (NY, 1, NX + 2, MPI_DOUBLE_PRECISION, LINE,
     &                      IERR)
      CALL MPI_TYPE_COMMIT (LINE, IERR)
      CALL BEGIN (U, NX, NY, IWEST, NORTH)
C
      START = MPI_WTIME()
      DO 10 ISTEP = 1, NSTEPS
         CALL SWAP (U, NX, NY, LINE, NORTH, ISOUTH, IWEST, IEAST, ICOMM)
         CALL RELAX (U, V, NX, NY)
   10 CONTINUE
      FINISH = MPI_WTIME()
C
      CALL SUMUP (U, NX, NY, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 ICOMM, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_TYPE_FREE (LINE, IERR)
      CALL MPI_COMM_FREE (ICOMM, IERR)
      CALL MPI_FINALIZE (IERR)
      END
C     Cold inside, warm borders in the west and in the north.
      SUBROUTINE BEGIN (U, NX, NY, IWEST, NORTH)
      INCLUDE 'mpif.h'
      INTEGER NX, NY, IWEST, NORTH, I, J
      DOUBLE PRECISION U(0:NX+1,0:NY+1)
      DO 20 J = 0, NY + 1
         DO 10 I = 0, NX + 1
            U(I,J) = 0.0D0
            IF (IWEST .EQ. MPI_PROC_NULL .AND. J .EQ. 0) U(I,J) = 1.0D0
            IF (NORTH .EQ. MPI_PROC_NULL .AND. I .EQ. 0) U(I,J) = 2.0D0
   10    CONTINUE
   20 CONTINUE
      END
C     Lines to all four neighbours; there are none beyond the border.
      SUBROUTINE SWAP (U, NX, NY, LINE, NORTH, ISOUTH, IWEST, IEAST,
     &                 ICOMM)
      INCLUDE 'mpif.h'
      INTEGER NX, NY, LINE, NORTH, ISOUTH, IWEST, IEAST, ICOMM, IERR
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(0:NX+1,0:NY+1)
      CALL MPI_SENDRECV (U(1,1), 1, LINE, NORTH, 1,
     &                   U(NX+1,1), 1, LINE, ISOUTH, 1,
     &                   ICOMM, STATUS, IERR)
      CALL MPI_SENDRECV (U(NX,1), 1, LINE, ISOUTH, 2,
     &                   U(0,1), 1, LINE, NORTH, 2,
     &                   ICOMM, STATUS, IERR)
      CALL MPI_SENDRECV (U(1,1), NX, MPI_DOUBLE_PRECISION, IWEST, 3,
     &                   U(1,NY+1), NX, MPI_DOUBLE_PRECISION, IEAST, 3,
     &                   ICOMM, STATUS, IERR)
      CALL MPI_SENDRECV (U(1,NY), NX, MPI_DOUBLE_PRECISION, IEAST, 4,
     &                   U(1,0), NX, MPI_DOUBLE_PRECISION, IWEST, 4,
     &                   ICOMM, STATUS, IERR)
      END
      SUBROUTINE RELAX (U, V, NX, NY)
      INTEGER NX, NY, I, J
      DOUBLE PRECISION U(0:NX+1,0:NY+1), V(0:NX+1,0:NY+1)
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 1, NY
         DO 30 I = 1, NX
            U(I,J) = V(I,J)
   30    CONTINUE
   40 CONTINUE
      END
      SUBROUTINE SUMUP (U, NX, NY, S)
      INTEGER NX, NY, I, J
      DOUBLE PRECISION U(0:NX+1,0:NY+1), S
      S = 0.0D0
      DO 20 J = 1, NY
         DO 10 I = 1, NX
            S = S + U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
