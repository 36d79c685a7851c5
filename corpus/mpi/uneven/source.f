C     Lines of a picture smoothed by many processes. Blocks have as many lines as there are lines for
C     one process, rounded up: the last block is shorter, and processes may be left without any.
      PROGRAM UNEVEN
      INCLUDE 'mpif.h'
      INTEGER NMAX, MAXP
      PARAMETER (NMAX = 256, MAXP = 64)
      DOUBLE PRECISION ALL(NMAX*NMAX), U(NMAX*(NMAX+2)), TOTAL
      INTEGER RANK, NPROCS, IERR, M, N, NSTEPS, NB, NL, LAST, I, J
      INTEGER LEFT, IRIGHT, ISTEP, KOUNT(0:MAXP-1), NPLACE(0:MAXP-1)
      CHARACTER*16 WORD
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') M
      CALL GETARG (2, WORD)
      READ (WORD,'(I16)') N
      CALL GETARG (3, WORD)
      READ (WORD,'(I16)') NSTEPS
      NB = (N + NPROCS - 1)/NPROCS
      DO 10 I = 0, NPROCS - 1
         KOUNT(I) = M*MAX(0, MIN(NB, N - I*NB))
         NPLACE(I) = M*MIN(N, I*NB)
   10 CONTINUE
      NL = MAX(0, MIN(NB, N - RANK*NB))
      LAST = (N - 1)/NB
      LEFT = MPI_PROC_NULL
      IF (RANK .GT. 0 .AND. RANK .LE. LAST) LEFT = RANK - 1
      IRIGHT = MPI_PROC_NULL
      IF (RANK .LT. LAST) IRIGHT = RANK + 1
      IF (RANK .EQ. 0) THEN
         DO 20 I = 1, M*N
   20    ALL(I) = MOD(I*I, 17)
      END IF
      DO 30 I = 1, M*(NL + 2)
   30 U(I) = 0.0D0
C
      CALL MPI_SCATTERV (ALL, KOUNT, NPLACE, MPI_DOUBLE_PRECISION,
     &                   U(M+1), M*NL, MPI_DOUBLE_PRECISION, 0,
     &                   MPI_COMM_WORLD, IERR)
      DO 40 ISTEP = 1, NSTEPS
         CALL SMOOTH (U, M, NL, LEFT, IRIGHT)
   40 CONTINUE
      CALL MPI_GATHERV (U(M+1), M*NL, MPI_DOUBLE_PRECISION, ALL, KOUNT,
     &                  NPLACE, MPI_DOUBLE_PRECISION, 0,
     &                  MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         TOTAL = 0.0D0
         DO 60 J = 1, N
            DO 50 I = 1, M
   50       TOTAL = TOTAL + ALL((J-1)*M+I)*(MOD(I, 3) + MOD(J, 4))
   60    CONTINUE
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     Lines of the neighbours come to the places 0 and NL+1.
      SUBROUTINE SMOOTH (U, M, NL, LEFT, IRIGHT)
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 256)
      INTEGER M, NL, LEFT, IRIGHT, I, J, IERR, STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(M,0:NL+1), OLD(NMAX), NOW(NMAX)
      CALL MPI_SENDRECV (U(1,NL), M, MPI_DOUBLE_PRECISION, IRIGHT, 1,
     &                   U(1,0), M, MPI_DOUBLE_PRECISION, LEFT, 1,
     &                   MPI_COMM_WORLD, STATUS, IERR)
      CALL MPI_SENDRECV (U(1,1), M, MPI_DOUBLE_PRECISION, LEFT, 2,
     &                   U(1,NL+1), M, MPI_DOUBLE_PRECISION, IRIGHT, 2,
     &                   MPI_COMM_WORLD, STATUS, IERR)
      DO 10 I = 1, M
   10 OLD(I) = U(I,0)
      DO 40 J = 1, NL
         DO 20 I = 1, M
            NOW(I) = 0.25D0*(OLD(I) + U(I,J+1)) + 0.5D0*U(I,J)
   20    CONTINUE
         DO 30 I = 1, M
            OLD(I) = U(I,J)
            U(I,J) = NOW(I)
   30    CONTINUE
   40 CONTINUE
      END
