C     Product of two matrices on a ring of processes, with Express. Every process keeps a block of
C     rows of A and of the product; the blocks of columns of B go round.
      PROGRAM RINGX
      INTEGER NOCARE, NORDER, NONODE, IHOST, IALNOD, IALPRC
      COMMON /XPRESS/ NOCARE, NORDER, NONODE, IHOST, IALNOD, IALPRC
      INTEGER NMAX
      PARAMETER (NMAX = 512)
      DOUBLE PRECISION A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX)
      DOUBLE PRECISION T(NMAX*NMAX), CHECK, TOTAL
      INTEGER RANK, NPROCS, N, NREPS, NL, IREP, IENV(4), INFO, ITYPE
      INTEGER KXCOMB, KXSYNC, ADD
      EXTERNAL ADD
C
      CALL KXINIT
      CALL KXPARA (IENV)
      RANK = IENV(1)
      NPROCS = IENV(2)
C     Express gives every process what is read
      READ (*,*) N, NREPS
      NL = N/NPROCS
      CALL FILL (A, B, C, N, NL, RANK*NL)
C
      DO 10 IREP = 1, NREPS
         CALL TURN (A, B, C, T, N, NL, RANK, NPROCS)
   10 CONTINUE
C
      INFO = KXSYNC()
      TOTAL = CHECK(C, N, NL, RANK*NL)
      ITYPE = 1
      INFO = KXCOMB(TOTAL, ADD, 8, 1, IALNOD, IENV, ITYPE)
      IF (RANK .EQ. 0) WRITE (*,'(A,1PE23.15)') 'checksum:', TOTAL
      END
C     One item of a combination.
      INTEGER FUNCTION ADD (X, Y, NBYTES)
      INTEGER NBYTES
      DOUBLE PRECISION X, Y
      X = X + Y
      ADD = 0
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
      INTEGER LENGTH, RANK, NPROCS, INFO, I, IRIGHT, ILEFT, ITYPE
      INTEGER KXREAD, KXWRIT
      DOUBLE PRECISION B(LENGTH), T(LENGTH)
      IRIGHT = MOD(RANK + 1, NPROCS)
      ILEFT = MOD(RANK - 1 + NPROCS, NPROCS)
      ITYPE = 2
      IF (MOD(RANK, 2) .EQ. 0) THEN
         INFO = KXWRIT(B, 8*LENGTH, IRIGHT, ITYPE)
         INFO = KXREAD(T, 8*LENGTH, ILEFT, ITYPE)
      ELSE
         INFO = KXREAD(T, 8*LENGTH, ILEFT, ITYPE)
         INFO = KXWRIT(B, 8*LENGTH, IRIGHT, ITYPE)
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
