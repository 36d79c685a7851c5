C     Conjugate gradients with a dense matrix, rows in blocks that differ by at most one row.
      PROGRAM CONJGR
      INCLUDE 'mpif.h'
      INTEGER NMAX, MAXP
      PARAMETER (NMAX = 1024, MAXP = 64)
      DOUBLE PRECISION A(NMAX*NMAX), X(NMAX), R(NMAX), P(NMAX), Q(NMAX)
      DOUBLE PRECISION WHOLE(NMAX), RR, RNEW, ALPHA, BETA, DOT
      DOUBLE PRECISION PART, TOTAL, START, FINISH
      INTEGER RANK, NPROCS, IERR, N, NITER, NL, ITER, I, J, K
      INTEGER KOUNT(0:MAXP-1), NPLACE(0:MAXP-1)
      CHARACTER*16 WORD
C
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      CALL GETARG (1, WORD)
      READ (WORD,'(I16)') N
      CALL GETARG (2, WORD)
      READ (WORD,'(I16)') NITER
      K = 0
      DO 10 I = 0, NPROCS - 1
         KOUNT(I) = N/NPROCS
         IF (I .LT. MOD(N, NPROCS)) KOUNT(I) = KOUNT(I) + 1
         NPLACE(I) = K
         K = K + KOUNT(I)
   10 CONTINUE
      NL = KOUNT(RANK)
      CALL MATRIX (A, N, NL, NPLACE(RANK))
      DO 20 I = 1, NL
         X(I) = 0.0D0
         J = NPLACE(RANK) + I
         R(I) = 1.0D0 + MOD(J, 3)
         P(I) = R(I)
   20 CONTINUE
C
      START = MPI_WTIME()
      RR = DOT(R, R, NL)
      DO 50 ITER = 1, NITER
         CALL MPI_ALLGATHERV (P, NL, MPI_DOUBLE_PRECISION, WHOLE, KOUNT,
     &                        NPLACE, MPI_DOUBLE_PRECISION,
     &                        MPI_COMM_WORLD, IERR)
         CALL MATVEC (A, N, NL, WHOLE, Q)
         ALPHA = RR/DOT(P, Q, NL)
         DO 30 I = 1, NL
            X(I) = X(I) + ALPHA*P(I)
            R(I) = R(I) - ALPHA*Q(I)
   30    CONTINUE
         RNEW = DOT(R, R, NL)
         BETA = RNEW/RR
         RR = RNEW
         DO 40 I = 1, NL
            P(I) = R(I) + BETA*P(I)
   40    CONTINUE
   50 CONTINUE
      FINISH = MPI_WTIME()
C
      PART = 0.0D0
      DO 60 I = 1, NL
   60 PART = PART + X(I)
      CALL MPI_REDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                 MPI_COMM_WORLD, IERR)
      IF (RANK .EQ. 0) THEN
         WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
         WRITE (*,'(A,F12.6)') 'seconds:', FINISH - START
      END IF
      CALL MPI_FINALIZE (IERR)
      END
C     The rows after the first NFIRST, a row in a column of memory.
      SUBROUTINE MATRIX (A, N, NL, NFIRST)
      INTEGER N, NL, NFIRST, I, J
      DOUBLE PRECISION A(N,NL)
      DO 20 I = 1, NL
         DO 10 J = 1, N
            A(J,I) = 1.0D0/(1 + ABS(NFIRST + I - J))
   10    CONTINUE
         A(NFIRST+I,I) = 3.0D0
   20 CONTINUE
      END
      SUBROUTINE MATVEC (A, N, NL, P, Q)
      INTEGER N, NL, I, J
      DOUBLE PRECISION A(N,NL), P(N), Q(NL), S
      DO 20 I = 1, NL
         S = 0.0D0
         DO 10 J = 1, N
            S = S + A(J,I)*P(J)
   10    CONTINUE
         Q(I) = S
   20 CONTINUE
      END
C     Scalar product over all processes.
      DOUBLE PRECISION FUNCTION DOT (X, Y, NL)
      INCLUDE 'mpif.h'
      INTEGER NL, I, IERR
      DOUBLE PRECISION X(NL), Y(NL), PART, TOTAL
      PART = 0.0D0
      DO 10 I = 1, NL
   10 PART = PART + X(I)*Y(I)
      CALL MPI_ALLREDUCE (PART, TOTAL, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                    MPI_COMM_WORLD, IERR)
      DOT = TOTAL
      END
