C     Linear equations with a positive definite matrix in packed form.
      PROGRAM TDPPSV
      INTEGER LDA, N, INFO, I, J, K
      PARAMETER (LDA = 100)
      DOUBLE PRECISION A(LDA,LDA), AP(LDA*LDA), B(LDA)
      READ (*,*) N
      CALL POSDEF (N, A, LDA)
      K = 0
      DO 20 J = 1, N
         DO 10 I = 1, J
            K = K + 1
            AP(K) = A(I,J)
   10    CONTINUE
   20 CONTINUE
      CALL VECTOR (N, B, 1)
      CALL DPPSV ('U', N, 1, AP, B, LDA, INFO)
      WRITE (*,*) INFO, B(1)
      END
