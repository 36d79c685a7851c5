C CASE RALT (N): 0 | 1 | 2 | 3 | 4 | 7 | 11    EXACT 1 2 3 4 5 6 7 8
      SUBROUTINE RALT(N)
      COMMON /KNT/ KOUNT(20)
      DO 11 I = 1, N
      CALL RALT1(I,*20,*30)
      KOUNT(1) = KOUNT(1) + 1
      GOTO 11
   20 CONTINUE
      KOUNT(2) = KOUNT(2) + 1
      GOTO 11
   30 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
   11 CONTINUE
      CALL RALT2(3,*40,*50)
      KOUNT(4) = KOUNT(4) + 1
   40 CONTINUE
      KOUNT(5) = KOUNT(5) + 1
   50 CONTINUE
      DO 100 I = 1, N
      CALL RALT3(I,5,*110)
      KOUNT(6) = KOUNT(6) + 1
  100 CONTINUE
  110 CONTINUE
      CALL RALT4(K,*120)
      KOUNT(7) = KOUNT(7) + 1
  120 DO 130 I = 1, K
      KOUNT(8) = KOUNT(8) + 1
  130 CONTINUE
      END
      SUBROUTINE RALT1(I, *, *)
      IF (MOD(I,3) .EQ. 0) RETURN 1
      IF (MOD(I,3) .EQ. 1) RETURN 2
      END
      SUBROUTINE RALT2(I, *, *)
      IF (I .GT. 2) RETURN 1
      RETURN 2
      END
      SUBROUTINE RALT3(I, N, *)
      K = 0
      IF (2*I .GT. N) K = 1
      RETURN K
      END
      SUBROUTINE RALT4(K, *)
      K = 4
      RETURN 1
      END
C CASE RDATA (N): 0 | 3 | 7    EXACT 1
      SUBROUTINE RDATA(N)
      COMMON /KNT/ KOUNT(20)
      X = 0.0
      DO 11 I = 1, N
      KOUNT(1) = KOUNT(1) + 1
      CALL RDATA1(X,*20,*11)
      KOUNT(2) = KOUNT(2) + 1
      GOTO 11
   20 CONTINUE
      KOUNT(3) = KOUNT(3) + 1
   11 CONTINUE
      END
      SUBROUTINE RDATA1(X, *, *)
      X = X + 0.7
      IF (X .GT. 1.0) RETURN 1
      IF (X .GT. 0.5) RETURN 2
      END
C CASE RENTRY (N,M): 0 0 | 1 3 | 4 2 | 7 5    EXACT 1 2 3 4
      SUBROUTINE RENTRY(N,M)
      CALL RSET(N)
      CALL RUSE
      DO 10 I = 1, M
      CALL RSET(I)
      CALL RUSE
      CALL RMORE
      CALL RMORE
      CALL RUSE2
   10 CONTINUE
      CALL RUSE
      CALL RTWICE(M)
      CALL RUSE2
      CALL RRESET
      CALL RFLAG
      CALL RFLAG
      CALL RRESET
      CALL RFLAG
      END
      SUBROUTINE RSET(N)
      COMMON /KNT/ KOUNT(20)
      SAVE M
      DATA M /0/
      M = N
      RETURN
      ENTRY RUSE
      DO 10 J = 1, M
   10 KOUNT(1) = KOUNT(1) + 1
      RETURN
      ENTRY RUSE2
      DO 20 J = 1, M
   20 KOUNT(2) = KOUNT(2) + 1
      RETURN
      ENTRY RMORE
      M = M + 1
      RETURN
      ENTRY RTWICE(K)
      M = 2*K
      END
      SUBROUTINE RFLAG
      COMMON /KNT/ KOUNT(20)
      LOGICAL FIRST
      SAVE FIRST, L
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
         KOUNT(3) = KOUNT(3) + 1
         L = L + 3
         FIRST = .FALSE.
      END IF
      DO 10 J = 1, L
   10 KOUNT(4) = KOUNT(4) + 1
      RETURN
      ENTRY RRESET
      FIRST = .TRUE.
      L = 1
      END
