C     Product of two matrices on a ring of processes, with PVM 3. Every process keeps a block of rows
C     of A and of the product; the blocks of columns of B go round. The first process starts the
C     others.
      PROGRAM RINGP
      INCLUDE 'fpvm3.h'
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX)
      DOUBLE PRECISION T(NMAX*NMAX), CHECK, TOTAL
      INTEGER MAXP
      PARAMETER (MAXP = 64)
      INTEGER RANK, NPROCS, INFO, N, NREPS, NL, IREP, MYTID, ITID
      INTEGER ITIDS(MAXP), INPUT(3)
      EXTERNAL PVMSUM
C
      CALL PVMFMYTID (MYTID)
      CALL PVMFJOINGROUP ('ring', RANK)
      IF (RANK .EQ. 0) THEN
         READ (*,*) INPUT(1), INPUT(2), INPUT(3)
         IF (INPUT(1) .GT. 1) THEN
            CALL PVMFSPAWN ('ringpvm', PVMTASKDEFAULT, '*',
     &                      INPUT(1) - 1, ITIDS, INFO)
         END IF
         CALL PVMFINITSEND (PVMDATADEFAULT, INFO)
         CALL PVMFPACK (INTEGER4, INPUT, 3, 1, INFO)
         CALL PVMFMCAST (INPUT(1) - 1, ITIDS, 1, INFO)
      ELSE
         CALL PVMFPARENT (ITID)
         CALL PVMFRECV (ITID, 1, INFO)
         CALL PVMFUNPACK (INTEGER4, INPUT, 3, 1, INFO)
      END IF
      CALL PVMFBARRIER ('ring', INPUT(1), INFO)
      CALL PVMFGSIZE ('ring', NPROCS)
      N = INPUT(2)
      NREPS = INPUT(3)
      NL = N/NPROCS
      CALL FILL (A, B, C, N, NL, RANK*NL)
C
      DO 10 IREP = 1, NREPS
         CALL TURN (A, B, C, T, N, NL, RANK, NPROCS)
   10 CONTINUE
C
      TOTAL = CHECK(C, N, NL, RANK*NL)
      CALL PVMFREDUCE (PVMSUM, TOTAL, 1, REAL8, 3, 'ring', 0, INFO)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      CALL PVMFBARRIER ('ring', NPROCS, INFO)
      CALL PVMFLVGROUP ('ring', INFO)
      CALL PVMFEXIT (INFO)
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
C     A block goes to the right: PVM keeps what is sent until it is received.
      SUBROUTINE SHIFT (B, T, LENGTH, RANK, NPROCS)
      INCLUDE 'fpvm3.h'
      INTEGER LENGTH, RANK, NPROCS, INFO, I, IRIGHT, ILEFT
      DOUBLE PRECISION B(LENGTH), T(LENGTH)
      CALL PVMFGETTID ('ring', MOD(RANK + 1, NPROCS), IRIGHT)
      CALL PVMFGETTID ('ring', MOD(RANK - 1 + NPROCS, NPROCS), ILEFT)
      CALL PVMFINITSEND (PVMDATARAW, INFO)
      CALL PVMFPACK (REAL8, B, LENGTH, 1, INFO)
      CALL PVMFSEND (IRIGHT, 2, INFO)
      CALL PVMFRECV (ILEFT, 2, INFO)
      CALL PVMFUNPACK (REAL8, T, LENGTH, 1, INFO)
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
