C     Cholesky factors of a band matrix, without blocks.
      PROGRAM TDPBT2
      INTEGER LDA, N, KD, INFO, I, J
      PARAMETER (LDA = 100)
      DOUBLE PRECISION AB(LDA,LDA)
      READ (*,*) N, KD
      DO 20 J = 1, N
         AB(1,J) = DBLE(2*KD + 1)
         DO 10 I = 2, KD + 1
            AB(I,J) = 1.0D0/DBLE(I)
   10    CONTINUE
   20 CONTINUE
      CALL DPBTF2 ('L', N, KD, AB, LDA, INFO)
      WRITE (*,*) INFO, AB(1,N)
      END
