C     Reduction to bidiagonal, to Hessenberg and to tridiagonal form.
      PROGRAM TGEBRD
      INTEGER LDA, LWORK, N, INFO
      PARAMETER (LDA = 100, LWORK = 64*LDA)
      DOUBLE PRECISION A(LDA,LDA), D(LDA), E(LDA), TAUQ(LDA), TAUP(LDA)
      DOUBLE PRECISION WORK(LWORK)
      READ (*,*) N
      CALL DENSE (N, N, A, LDA, 1)
      CALL DGEBRD (N, N, A, LDA, D, E, TAUQ, TAUP, WORK, LWORK, INFO)
      IF (INFO .NE. 0) STOP 1
      CALL DENSE (N, N, A, LDA, 2)
      CALL DGEHRD (N, 1, N, A, LDA, TAUQ, WORK, LWORK, INFO)
      IF (INFO .NE. 0) STOP 2
      CALL SYMMET (N, A, LDA)
      CALL DSYTRD ('L', N, A, LDA, D, E, TAUQ, WORK, LWORK, INFO)
      WRITE (*,*) INFO, D(1), E(1)
      END
