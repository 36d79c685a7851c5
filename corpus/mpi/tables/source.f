C     Levels that are coarser and coarser along the columns, and sums by exchanges of halves: all
C     lengths and partners come from small tables. The number of processes is a power of two.
      PROGRAM TABLES
      INCLUDE 'mpif.h'
      INTEGER NMAX, LT, MAXL2
      PARAMETER (NMAX = 256, LT = 4, MAXL2 = 10)
      DOUBLE PRECISION U(2*NMAX*(NMAX+2)), S(NMAX), W(NMAX), PART
      INTEGER RANK, NPROCS, IERR, N, NC, NCYCLE, NL, L, I, J, L2, IREQ
      INTEGER ICYCLE, LOW, STATUS(MPI_STATUS_SIZE)
      INTEGER M(LT), IR(LT), NBR(2), IPART(MAXL2), LENGTH(MAXL2)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, NC, NCYCLE
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NC, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NCYCLE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
C     Sizes and places of the levels; level LT is the finest.
      NL = NC/NPROCS
      M(LT) = N
      DO 10 L = LT - 1, 1, -1
   10 M(L) = M(L+1)/2
      IR(LT) = 1
      DO 20 L = LT - 1, 1, -1
   20 IR(L) = IR(L+1) + M(L+1)*(NL + 2)
C     Neighbours, none beyond the edges; partners and lengths of the sum.
      NBR(1) = RANK - 1
      IF (RANK .EQ. 0) NBR(1) = MPI_PROC_NULL
      NBR(2) = RANK + 1
      IF (RANK .EQ. NPROCS - 1) NBR(2) = MPI_PROC_NULL
      L2 = 0
      I = 1
      DO WHILE (I .LT. NPROCS)
         I = 2*I
         L2 = L2 + 1
      END DO
      DO 30 I = 1, L2
         IF (MOD(RANK/2**(I-1), 2) .EQ. 0) THEN
            IPART(I) = RANK + 2**(I-1)
         ELSE
            IPART(I) = RANK - 2**(I-1)
         END IF
         LENGTH(I) = N/2**I
   30 CONTINUE
      DO 40 I = 1, IR(1) + M(1)*(NL + 2) - 1
   40 U(I) = 0.0D0
      DO 60 J = 1, NL
         DO 50 I = 1, N
            U(J*N+I) = MOD(I*3 + (RANK*NL + J)*5, 11)
   50    CONTINUE
   60 CONTINUE
C
      DO 90 ICYCLE = 1, NCYCLE
         DO 70 L = LT, 2, -1
            CALL SMOOTH (U(IR(L)), M(L), NL, NBR)
            CALL DOWN (U(IR(L)), M(L), U(IR(L-1)), M(L-1), NL)
   70    CONTINUE
         CALL SMOOTH (U(IR(1)), M(1), NL, NBR)
         DO 80 L = 2, LT
            CALL UP (U(IR(L)), M(L), U(IR(L-1)), M(L-1), NL)
            CALL SMOOTH (U(IR(L)), M(L), NL, NBR)
   80    CONTINUE
   90 CONTINUE
C
C     Sums of the rows: in each round one half goes to the partner.
      DO 110 I = 1, N
         S(I) = 0.0D0
         DO 100 J = 1, NL
  100    S(I) = S(I) + U(J*N+I)
  110 CONTINUE
      LOW = 0
      DO 130 I = 1, L2
         CALL MPI_IRECV (W, LENGTH(I), MPI_DOUBLE_PRECISION, IPART(I),
     &                   I, MPI_COMM_WORLD, IREQ, IERR)
         IF (IPART(I) .GT. RANK) THEN
            CALL MPI_SEND (S(LOW+LENGTH(I)+1), LENGTH(I),
     &                     MPI_DOUBLE_PRECISION, IPART(I), I,
     &                     MPI_COMM_WORLD, IERR)
         ELSE
            CALL MPI_SEND (S(LOW+1), LENGTH(I), MPI_DOUBLE_PRECISION,
     &                     IPART(I), I, MPI_COMM_WORLD, IERR)
            LOW = LOW + LENGTH(I)
         END IF
         CALL MPI_WAIT (IREQ, STATUS, IERR)
         DO 120 J = 1, LENGTH(I)
  120    S(LOW+J) = S(LOW+J) + W(J)
  130 CONTINUE
      PART = 0.0D0
      DO 140 I = LOW + 1, LOW + N/NPROCS
  140 PART = PART + S(I)*MOD(I, 5)
C     Sum of the numbers of all processes.
      DO 150 I = 1, L2
         CALL MPI_IRECV (W, 1, MPI_DOUBLE_PRECISION, IPART(I), 100 + I,
     &                   MPI_COMM_WORLD, IREQ, IERR)
         CALL MPI_SEND (PART, 1, MPI_DOUBLE_PRECISION, IPART(I),
     &                  100 + I, MPI_COMM_WORLD, IERR)
         CALL MPI_WAIT (IREQ, STATUS, IERR)
         PART = PART + W(1)
  150 CONTINUE
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', PART
      CALL MPI_FINALIZE (IERR)
      END
C     Columns of the neighbours come first, to the places 0 and NL+1.
      SUBROUTINE SMOOTH (U, M, NL, NBR)
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 256)
      INTEGER M, NL, NBR(2), I, J, IDIR, IREQ, IERR
      INTEGER STATUS(MPI_STATUS_SIZE), IFROM(2), INTO(2)
      DOUBLE PRECISION U(M,0:NL+1), OLD(NMAX), NOW
      IFROM(1) = 1
      INTO(1) = NL + 1
      IFROM(2) = NL
      INTO(2) = 0
      DO 10 IDIR = 1, 2
         CALL MPI_IRECV (U(1,INTO(IDIR)), M, MPI_DOUBLE_PRECISION,
     &                   NBR(3-IDIR), IDIR, MPI_COMM_WORLD, IREQ, IERR)
         CALL MPI_SEND (U(1,IFROM(IDIR)), M, MPI_DOUBLE_PRECISION,
     &                  NBR(IDIR), IDIR, MPI_COMM_WORLD, IERR)
         CALL MPI_WAIT (IREQ, STATUS, IERR)
   10 CONTINUE
      DO 20 I = 1, M
   20 OLD(I) = U(I,0)
      DO 40 J = 1, NL
         DO 30 I = 1, M
            NOW = 0.25D0*(OLD(I) + U(I,J+1)) + 0.5D0*U(I,J)
            OLD(I) = U(I,J)
            U(I,J) = NOW
   30    CONTINUE
   40 CONTINUE
      END
      SUBROUTINE DOWN (U, M, UC, MC, NL)
      INTEGER M, MC, NL, I, J
      DOUBLE PRECISION U(M,0:NL+1), UC(MC,0:NL+1)
      DO 20 J = 1, NL
         DO 10 I = 1, MC
            UC(I,J) = 0.5D0*(U(2*I-1,J) + U(2*I,J))
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE UP (U, M, UC, MC, NL)
      INTEGER M, MC, NL, I, J
      DOUBLE PRECISION U(M,0:NL+1), UC(MC,0:NL+1)
      DO 20 J = 1, NL
         DO 10 I = 1, M
            U(I,J) = 0.5D0*(U(I,J) + UC((I+1)/2,J))
   10    CONTINUE
   20 CONTINUE
      END
