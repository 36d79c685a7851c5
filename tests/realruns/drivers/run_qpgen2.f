C     A quadratic program with a dense matrix, inequalities and one equality (Goldfarb and Idnani).
      PROGRAM TQPGEN
      INTEGER LDA, N, Q, NACT, IERR, ITER(2), I, J
      PARAMETER (LDA = 60)
      DOUBLE PRECISION D(LDA,LDA), V(LDA), A(LDA,2*LDA), B(2*LDA)
      DOUBLE PRECISION SOL(LDA), LAGR(2*LDA), VALUE, WORK(9*LDA*LDA)
      INTEGER IACT(2*LDA)
      READ (*,*) N, Q
      CALL DENSE (N, N, D, LDA, 1)
      DO 20 J = 1, N
        DO 10 I = 1, J
          D(I,J) = 0.5D0*(D(I,J) + D(J,I))
          D(J,I) = D(I,J)
   10   CONTINUE
        D(J,J) = D(J,J) + 2*N
   20 CONTINUE
      CALL VECTOR (N, V, 2)
      CALL DENSE (N, Q, A, LDA, 3)
      CALL VECTOR (Q, B, 4)
      IERR = 0
      CALL QPGEN2 (D, V, LDA, N, SOL, LAGR, VALUE, A, B,
     &  LDA, Q, 1, IACT, NACT, ITER, WORK, IERR)
      WRITE (*,*) IERR, NACT, ITER(1), VALUE
      END

C     LINPACK's factorisation, which the package takes from elsewhere: A = R**T R in place.
      SUBROUTINE DPOFA (A, LDA, N, INFO)
      INTEGER LDA, N, INFO, I, J, K
      DOUBLE PRECISION A(LDA,*), S, T
      DO 30 J = 1, N
        INFO = J
        S = 0.0D0
        DO 20 K = 1, J - 1
          T = A(K,J)
          DO 10 I = 1, K - 1
            T = T - A(I,K)*A(I,J)
   10     CONTINUE
          A(K,J) = T/A(K,K)
          S = S + A(K,J)*A(K,J)
   20   CONTINUE
        S = A(J,J) - S
        IF (S .LE. 0.0D0) RETURN
        A(J,J) = SQRT(S)
   30 CONTINUE
      INFO = 0
      END
