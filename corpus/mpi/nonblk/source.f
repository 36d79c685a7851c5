C     Waves on a cylinder, columns in blocks around it: the columns at the edges travel while the
C     columns inside are computed.
      PROGRAM NONBLK
      INCLUDE 'mpif.h'
      INTEGER MMAX, NMAX
      PARAMETER (MMAX = 64, NMAX = 1024)
      DOUBLE PRECISION U(MMAX*(NMAX+2)), V(MMAX*(NMAX+2)), PART, TOTAL
      INTEGER RANK, NPROCS, IERR, M, N, NSTEPS, NL, ISTEP
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) M, N, NSTEPS
      CALL MPI_BCAST (M, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NSTEPS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL BEGIN (U, M, NL, RANK*NL)
      DO 10 ISTEP = 1, NSTEPS
         CALL STEP (U, V, M, NL, RANK, NPROCS)
   10 CONTINUE
      CALL SUMUP (U, M, NL, RANK*NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE BEGIN (U, M, NL, JFIRST)
      INTEGER M, NL, JFIRST, I, J
      DOUBLE PRECISION U(M,0:NL+1)
      DO 20 J = 1, NL
         DO 10 I = 1, M
            U(I,J) = MOD(I*(JFIRST + J), 13)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE STEP (U, V, M, NL, RANK, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER M, NL, RANK, NPROCS, LEFT, IRIGHT, I, J, IERR
      INTEGER IREQ(4), STATES(MPI_STATUS_SIZE,4)
      DOUBLE PRECISION U(M,0:NL+1), V(M,0:NL+1)
      LEFT = MOD(RANK - 1 + NPROCS, NPROCS)
      IRIGHT = MOD(RANK + 1, NPROCS)
      CALL MPI_IRECV (U(1,0), M, MPI_DOUBLE_PRECISION, LEFT, 1,
     &                MPI_COMM_WORLD, IREQ(1), IERR)
      CALL MPI_IRECV (U(1,NL+1), M, MPI_DOUBLE_PRECISION, IRIGHT, 2,
     &                MPI_COMM_WORLD, IREQ(2), IERR)
      CALL MPI_ISEND (U(1,NL), M, MPI_DOUBLE_PRECISION, IRIGHT, 1,
     &                MPI_COMM_WORLD, IREQ(3), IERR)
      CALL MPI_ISEND (U(1,1), M, MPI_DOUBLE_PRECISION, LEFT, 2,
     &                MPI_COMM_WORLD, IREQ(4), IERR)
      DO 10 J = 2, NL - 1
         CALL COLUMN (U, V, M, NL, J)
   10 CONTINUE
      CALL MPI_WAITALL (4, IREQ, STATES, IERR)
      CALL COLUMN (U, V, M, NL, 1)
      IF (NL .GT. 1) CALL COLUMN (U, V, M, NL, NL)
      DO 30 J = 1, NL
         DO 20 I = 1, M
            U(I,J) = V(I,J)
   20    CONTINUE
   30 CONTINUE
      END
      SUBROUTINE COLUMN (U, V, M, NL, J)
      INTEGER M, NL, I, J
      DOUBLE PRECISION U(M,0:NL+1), V(M,0:NL+1)
      DO 10 I = 1, M
         V(I,J) = 0.5D0*U(I,J) + 0.375D0*U(I,J-1) + 0.125D0*U(I,J+1)
   10 CONTINUE
      END
C     Sum with weights of the places.
      SUBROUTINE SUMUP (U, M, NL, JFIRST, S)
      INTEGER M, NL, JFIRST, I, J
      DOUBLE PRECISION U(M,0:NL+1), S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, M
            S = S + U(I,J)*MOD(JFIRST + J, 5)
   10    CONTINUE
   20 CONTINUE
      END
