C     V-cycles on a torus, columns in blocks over the processes. Sizes of the levels and neighbours
C     are in small tables; edges come in by a receive that is posted for any source.
      PROGRAM MGRID
      INCLUDE 'mpif.h'
      INTEGER NMAX, LMAX
      PARAMETER (NMAX = 256, LMAX = 8)
      DOUBLE PRECISION U(2*(NMAX+2)*(NMAX+2)), R(2*(NMAX+2)*(NMAX+2))
      DOUBLE PRECISION PART, TOTAL
      INTEGER RANK, NPROCS, IERR, N, LEVELS, NCYCLE, ICYCLE, L, I
      INTEGER M(LMAX), MLOCAL(LMAX), IPLACE(LMAX), NBR(2)
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, LEVELS, NCYCLE
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (LEVELS, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (NCYCLE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
C     Level LEVELS is the finest.
      M(LEVELS) = N
      DO 10 L = LEVELS - 1, 1, -1
   10 M(L) = M(L+1)/2
      I = 1
      DO 20 L = LEVELS, 1, -1
         MLOCAL(L) = M(L)/NPROCS
         IPLACE(L) = I
         I = I + (M(L) + 2)*(MLOCAL(L) + 2)
   20 CONTINUE
      NBR(1) = MOD(RANK - 1 + NPROCS, NPROCS)
      NBR(2) = MOD(RANK + 1, NPROCS)
      DO 30 L = 1, I - 1
         U(L) = 0.0D0
         R(L) = 0.0D0
   30 CONTINUE
      CALL CHARGE (R(IPLACE(LEVELS)), N, MLOCAL(LEVELS),
     &             RANK*MLOCAL(LEVELS))
C
      DO 60 ICYCLE = 1, NCYCLE
         DO 40 L = LEVELS, 2, -1
            CALL RELAX (U(IPLACE(L)), R(IPLACE(L)), M(L), MLOCAL(L),
     &                  NBR, NPROCS)
            CALL DOWN (U(IPLACE(L)), R(IPLACE(L)), M(L), MLOCAL(L),
     &                 U(IPLACE(L-1)), R(IPLACE(L-1)), M(L-1),
     &                 MLOCAL(L-1), NBR, NPROCS)
   40    CONTINUE
         CALL RELAX (U(IPLACE(1)), R(IPLACE(1)), M(1), MLOCAL(1), NBR,
     &               NPROCS)
         DO 50 L = 2, LEVELS
            CALL UP (U(IPLACE(L)), M(L), MLOCAL(L), U(IPLACE(L-1)),
     &               M(L-1), MLOCAL(L-1))
            CALL RELAX (U(IPLACE(L)), R(IPLACE(L)), M(L), MLOCAL(L),
     &                  NBR, NPROCS)
   50    CONTINUE
   60 CONTINUE
C
      CALL NORM (U(IPLACE(LEVELS)), N, MLOCAL(LEVELS), PART)
      CALL MPI_ALLREDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                    MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL MPI_FINALIZE (IERR)
      END
      SUBROUTINE CHARGE (R, N, NL, JFIRST)
      INTEGER N, NL, JFIRST, I, J
      DOUBLE PRECISION R(0:N+1,0:NL+1)
      DO 20 J = 1, NL
         DO 10 I = 1, N
            R(I,J) = MOD(I*5 + (JFIRST + J)*3, 7) - 3
   10    CONTINUE
   20 CONTINUE
      END
C     Edges: rows go round inside the process, columns to the neighbours. Both messages of one
C     direction have one tag, so that the source need not be told.
      SUBROUTINE EDGES (U, N, NL, NBR, NPROCS)
      INCLUDE 'mpif.h'
      INTEGER N, NL, NBR(2), NPROCS, I, J, IDIR, IREQ, IERR
      INTEGER STATUS(MPI_STATUS_SIZE), IFROM(2), INTO(2)
      DOUBLE PRECISION U(0:N+1,0:NL+1)
      DO 10 J = 1, NL
         U(0,J) = U(N,J)
         U(N+1,J) = U(1,J)
   10 CONTINUE
      IFROM(1) = 1
      INTO(1) = NL + 1
      IFROM(2) = NL
      INTO(2) = 0
      DO 30 IDIR = 1, 2
         IF (NPROCS .NE. 1) THEN
            CALL MPI_IRECV (U(0,INTO(IDIR)), N + 2,
     &                      MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, IDIR,
     &                      MPI_COMM_WORLD, IREQ, IERR)
            CALL MPI_SEND (U(0,IFROM(IDIR)), N + 2,
     &                     MPI_DOUBLE_PRECISION, NBR(IDIR), IDIR,
     &                     MPI_COMM_WORLD, IERR)
            CALL MPI_WAIT (IREQ, STATUS, IERR)
         ELSE
            DO 20 I = 0, N + 1
               U(I,INTO(IDIR)) = U(I,IFROM(IDIR))
   20       CONTINUE
         END IF
   30 CONTINUE
      END
C     Two half sweeps, by the parity of the row.
      SUBROUTINE RELAX (U, R, N, NL, NBR, NPROCS)
      INTEGER N, NL, NBR(2), NPROCS, I, J, K
      DOUBLE PRECISION U(0:N+1,0:NL+1), R(0:N+1,0:NL+1)
      CALL EDGES (U, N, NL, NBR, NPROCS)
      DO 30 K = 1, 2
         DO 20 J = 1, NL
            DO 10 I = K, N, 2
               U(I,J) = 0.5D0*U(I,J) + 0.1D0*R(I,J)
     &                  + 0.25D0*(U(I-1,J) + U(I+1,J))
   10       CONTINUE
   20    CONTINUE
         CALL EDGES (U, N, NL, NBR, NPROCS)
   30 CONTINUE
      END
C     The residual goes to the next coarser level.
      SUBROUTINE DOWN (U, R, N, NL, UC, RC, NC, NLC, NBR, NPROCS)
      INTEGER N, NL, NC, NLC, NBR(2), NPROCS, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), R(0:N+1,0:NL+1)
      DOUBLE PRECISION UC(0:NC+1,0:NLC+1), RC(0:NC+1,0:NLC+1)
      DO 20 J = 0, NLC + 1
         DO 10 I = 0, NC + 1
            UC(I,J) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      DO 40 J = 1, NLC
         DO 30 I = 1, NC
            RC(I,J) = 0.25D0*(R(2*I-1,2*J-1) + R(2*I,2*J-1)
     &                      + R(2*I-1,2*J) + R(2*I,2*J))
     &              + 0.125D0*(U(2*I,2*J-2) - U(2*I,2*J-1)
     &                       - U(2*I,2*J) + U(2*I,2*J+1))
   30    CONTINUE
   40 CONTINUE
      CALL EDGES (RC, NC, NLC, NBR, NPROCS)
      END
C     The correction of the next coarser level is added.
      SUBROUTINE UP (U, N, NL, UC, NC, NLC)
      INTEGER N, NL, NC, NLC, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), UC(0:NC+1,0:NLC+1)
      DO 20 J = 1, NL
         DO 10 I = 1, N
            U(I,J) = U(I,J) + 0.5D0*UC((I+1)/2,(J+1)/2)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE NORM (U, N, NL, S)
      INTEGER N, NL, I, J
      DOUBLE PRECISION U(0:N+1,0:NL+1), S
      S = 0.0D0
      DO 20 J = 1, NL
         DO 10 I = 1, N
            S = S + U(I,J)*U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
