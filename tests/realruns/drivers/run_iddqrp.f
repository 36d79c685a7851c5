C     QR factors with pivoting, to a given rank and to a precision.
      PROGRAM TIDDQR
      INTEGER LDA, M, N, KRANK, IND(100)
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA*LDA), SS(LDA)
      READ (*,*) M, N
      CALL DENSE (M, N, A, M, 1)
      KRANK = N/2
      CALL IDDR_QRPIV (M, N, A, KRANK, IND, SS)
      CALL DENSE (M, N, A, M, 2)
      CALL IDDP_QRPIV (1.0D-6, M, N, A, KRANK, IND, SS)
      WRITE (*,*) KRANK
      END
