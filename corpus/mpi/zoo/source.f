C     Every collective operation of MPI once, most of them with pieces of different lengths and in
C     place as well. Every process checks what it gets: all are right if the sum says so.
      PROGRAM ZOO
      INCLUDE 'mpif.h'
      INTEGER NMAX, MAXP
      PARAMETER (NMAX = 1024, MAXP = 16)
      DOUBLE PRECISION A(NMAX*MAXP), B(NMAX*MAXP)
      REAL R(NMAX)
      CHARACTER*8 WORD
      INTEGER RANK, NPROCS, IERR, N, I, K, NOK, NALL, NSUM
      INTEGER NS(0:MAXP-1), IS(0:MAXP-1), NV(0:MAXP-1), IV(0:MAXP-1)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      N = 0
      IF (RANK .EQ. 0) READ (*,*) N
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NOK = 0
C     NV(K) = N + K items of process K, NS(K) = N + mod(RANK + K, 3) items for process K
      NSUM = 0
      K = 0
      DO 10 I = 0, NPROCS - 1
         NV(I) = N + I
         IV(I) = NSUM
         NSUM = NSUM + NV(I)
         NS(I) = N + MOD(RANK + I, 3)
         IS(I) = K
         K = K + NS(I)
   10 CONTINUE
      NALL = NPROCS*(NPROCS + 1)/2
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
C
C     Broadcasts of other types.
      WORD = '        '
      IF (RANK .EQ. 0) WORD = 'elephant'
      CALL MPI_BCAST (WORD, 8, MPI_CHARACTER, 0, MPI_COMM_WORLD, IERR)
      IF (WORD .EQ. 'elephant') NOK = NOK + 1
      DO 20 I = 1, N
   20 R(I) = RANK
      CALL MPI_BCAST (R, N, MPI_REAL, NPROCS - 1, MPI_COMM_WORLD, IERR)
      IF (R(N) .EQ. NPROCS - 1) NOK = NOK + 1
C
C     Combinations.
      CALL FILL (A, N, RANK)
      CALL MPI_REDUCE (A, B, N, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .NE. 0 .OR. B(N) .EQ. NALL) NOK = NOK + 1
      IF (RANK .EQ. 0) THEN
         CALL MPI_REDUCE (MPI_IN_PLACE, A, N, MPI_DOUBLE_PRECISION,
     &                    MPI_MAX, 0, MPI_COMM_WORLD, IERR)
         IF (A(1) .EQ. NPROCS) NOK = NOK + 1
      ELSE
         CALL MPI_REDUCE (A, B, N, MPI_DOUBLE_PRECISION, MPI_MAX, 0,
     &                    MPI_COMM_WORLD, IERR)
         NOK = NOK + 1
      END IF
      CALL FILL (A, N, RANK)
      CALL MPI_ALLREDUCE (A, B, N, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                    MPI_COMM_WORLD, IERR)
      IF (B(1) .EQ. NALL) NOK = NOK + 1
      CALL MPI_ALLREDUCE (MPI_IN_PLACE, A, N, MPI_DOUBLE_PRECISION,
     &                    MPI_SUM, MPI_COMM_WORLD, IERR)
      IF (A(N) .EQ. NALL) NOK = NOK + 1
      CALL FILL (A, N, RANK)
      CALL MPI_SCAN (A, B, N, MPI_DOUBLE_PRECISION, MPI_SUM,
     &               MPI_COMM_WORLD, IERR)
      IF (B(N) .EQ. (RANK + 1)*(RANK + 2)/2) NOK = NOK + 1
      CALL MPI_EXSCAN (A, B, N, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0 .OR. B(N) .EQ. RANK*(RANK + 1)/2) NOK = NOK + 1
      CALL FILL (A, NSUM, RANK)
      CALL MPI_REDUCE_SCATTER (A, B, NV, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                         MPI_COMM_WORLD, IERR)
      IF (B(NV(RANK)) .EQ. NALL) NOK = NOK + 1
      CALL MPI_REDUCE_SCATTER_BLOCK (A, B, N, MPI_DOUBLE_PRECISION,
     &                               MPI_SUM, MPI_COMM_WORLD, IERR)
      IF (B(N) .EQ. NALL) NOK = NOK + 1
C
C     From all to one and from one to all.
      CALL FILL (A, N, RANK)
      CALL MPI_GATHER (A, N, MPI_DOUBLE_PRECISION, B, N,
     &                 MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
      IF (RANK .NE. 0 .OR. B(N*NPROCS) .EQ. NPROCS) NOK = NOK + 1
      CALL FILL (A, NV(RANK), RANK)
      CALL MPI_GATHERV (A, NV(RANK), MPI_DOUBLE_PRECISION, B, NV, IV,
     &                  MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
      IF (RANK .NE. 0 .OR. B(NSUM) .EQ. NPROCS) NOK = NOK + 1
      IF (RANK .EQ. 0) THEN
         CALL FILL (B, N, RANK)
         CALL MPI_GATHER (MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, B, N,
     &                    MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
         DO 30 K = 0, NPROCS - 1
   30    CALL FILL (A(IV(K)+1), NV(K), K)
      ELSE
         CALL MPI_GATHER (A, N, MPI_DOUBLE_PRECISION, B, N,
     &                    MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
      END IF
      CALL MPI_SCATTERV (A, NV, IV, MPI_DOUBLE_PRECISION, B, NV(RANK),
     &                   MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
      IF (B(NV(RANK)) .EQ. RANK + 1) NOK = NOK + 1
      CALL FILL (A, NSUM, 6)
      CALL MPI_SCATTER (A, N, MPI_DOUBLE_PRECISION, B, N,
     &                  MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, IERR)
      IF (B(N) .EQ. 7) NOK = NOK + 1
C
C     From all to all.
      CALL FILL (A, N, RANK)
      CALL MPI_ALLGATHER (A, N, MPI_DOUBLE_PRECISION, B, N,
     &                    MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, IERR)
      IF (B(N*NPROCS) .EQ. NPROCS) NOK = NOK + 1
      CALL FILL (B(RANK*N+1), N, RANK + 4)
      CALL MPI_ALLGATHER (MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, B, N,
     &                    MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, IERR)
      IF (B(N*NPROCS) .EQ. NPROCS + 4) NOK = NOK + 1
      CALL FILL (A, NV(RANK), RANK)
      CALL MPI_ALLGATHERV (A, NV(RANK), MPI_DOUBLE_PRECISION, B, NV, IV,
     &                     MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, IERR)
      IF (B(NSUM) .EQ. NPROCS) NOK = NOK + 1
      CALL FILL (A, N*NPROCS, RANK)
      CALL MPI_ALLTOALL (A, N, MPI_DOUBLE_PRECISION, B, N,
     &                   MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, IERR)
      IF (B(1) .EQ. 1 .AND. B(N*NPROCS) .EQ. NPROCS) NOK = NOK + 1
      CALL FILL (A, NSUM + 2*NPROCS, RANK)
      CALL MPI_ALLTOALLV (A, NS, IS, MPI_DOUBLE_PRECISION, B, NS, IS,
     &                    MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, IERR)
      I = IS(NPROCS-1) + NS(NPROCS-1)
      IF (B(1) .EQ. 1 .AND. B(I) .EQ. NPROCS) NOK = NOK + 1
C
      CALL MPI_REDUCE (NOK, I, 1, MPI_INTEGER, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:',
     &                       DBLE(I)/NPROCS
      CALL MPI_FINALIZE (IERR)
      END
C     Items of one process.
      SUBROUTINE FILL (A, N, RANK)
      INTEGER N, RANK, I
      DOUBLE PRECISION A(N)
      DO 10 I = 1, N
   10 A(I) = RANK + 1
      END
