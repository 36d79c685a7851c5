C     Heat in a plate by Jacobi's method. Every process has a block of columns, with a column of its
C     neighbours on either side. The border is held at fixed temperatures.
      PROGRAM HEAT1D
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 1024)
      DOUBLE PRECISION U((NMAX+2)*(NMAX+2)), V((NMAX+2)*(NMAX+2))
      DOUBLE PRECISION PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NSTEPS, NL, IWEST, IEAST, ISTEP
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
      IWEST = RANK - 1
      IF (RANK .EQ. 0) IWEST = MPI_PROC_NULL
      IEAST = RANK + 1
      IF (RANK .EQ. NPROCS - 1) IEAST = MPI_PROC_NULL
      CALL BEGIN (U, N, NL, RANK)
      CALL BEGIN (V, N, NL, RANK)
C
      START = MPI_WTIME()
      DO 10 ISTEP = 1, NSTEPS
         CALL SWAP (U, N, NL, IWEST, IEAST)
         CALL RELAX (U, V, N, NL, PART)
         IF (MOD(ISTEP, 10) .EQ. 0) THEN
            CALL MPI_ALLREDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION,
     &                          MPI_MAX, MPI_COMM_WORLD, IERR)
         END IF
   10 CONTINUE
      FINISH = MPI_WTIME()
C
      CALL SUMUP (U, N, NL, PART)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     Cold inside, warm borders in the west and in the south.
      SUBROUTINE BEGIN (U, N, NL, RANK)
      INTEGER N, NL, RANK, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1)
      DO 20 J = 0, NL + 1
         DO 10 I = 0, N + 1
            U(I,J) = 0.0D0
   10    CONTINUE
         U(N+1,J) = 2.0D0
   20 CONTINUE
      IF (RANK .EQ. 0) THEN
         DO 30 I = 0, N + 1
            U(I,0) = 1.0D0
   30    CONTINUE
      END IF
      END
C     Columns to both neighbours; there is none beyond the border.
      SUBROUTINE SWAP (U, N, NL, IWEST, IEAST)
      INCLUDE 'mpif.h'
      INTEGER N, NL, IWEST, IEAST, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(0:N+1,0:NL+1)
      CALL MPI_SENDRECV (U(1,1), N, MPI_DOUBLE_PRECISION, IWEST, 1,
     &                   U(1,NL+1), N, MPI_DOUBLE_PRECISION, IEAST, 1,
     &                   MPI_COMM_WORLD, STATUS, IERR)
      CALL MPI_SENDRECV (U(1,NL), N, MPI_DOUBLE_PRECISION, IEAST, 2,
     &                   U(1,0), N, MPI_DOUBLE_PRECISION, IWEST, 2,
     &                   MPI_COMM_WORLD, STATUS, IERR)
      END
C     One step; CHANGE is the largest difference.
      SUBROUTINE RELAX (U, V, N, NL, CHANGE)
      INTEGER N, NL, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), V(0:N+1,0:NL+1), CHANGE
      DO 20 J = 1, NL
         DO 10 I = 1, N
            V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
   10    CONTINUE
   20 CONTINUE
      CHANGE = 0.0D0
      DO 40 J = 1, NL
         DO 30 I = 1, N
            CHANGE = MAX(CHANGE, ABS(V(I,J) - U(I,J)))
            U(I,J) = V(I,J)
   30    CONTINUE
   40 CONTINUE
      END
      SUBROUTINE SUMUP (U, N, NL, S)
      INTEGER N, NL, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, N
            S = S + U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
