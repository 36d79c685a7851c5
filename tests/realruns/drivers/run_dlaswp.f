C     Row interchanges, copies, norms and scaling.
      PROGRAM TLASWP
      INTEGER LDA, M, N, I
      PARAMETER (LDA = 128)
      DOUBLE PRECISION A(LDA,LDA), B(LDA,LDA), WORK(LDA), DLANGE, S
      INTEGER IPIV(LDA)
      EXTERNAL DLANGE
      READ (*,*) M, N
      CALL DENSE (M, N, A, LDA, 1)
      DO 10 I = 1, M
         IPIV(I) = MIN(M, I + MOD(I, 3))
   10 CONTINUE
      CALL DLASWP (N, A, LDA, 1, M, IPIV, 1)
      CALL DLASWP (N, A, LDA, 1, M, IPIV, -1)
      CALL DLACPY ('U', M, N, A, LDA, B, LDA)
      CALL DLASET ('L', M, N, 0.0D0, 1.0D0, B, LDA)
      S = DLANGE ('1', M, N, A, LDA, WORK)
      S = S + DLANGE ('F', M, N, A, LDA, WORK)
      WRITE (*,*) S, B(1,1)
      END
