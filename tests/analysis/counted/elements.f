C CASE ELCOM (N,M): 0 0 | 3 4 | 5 2    EXACT 1 2 3 4
      SUBROUTINE ELCOM(N,M)
      COMMON /KNT/ KOUNT(20)
      COMMON /ELG/ NG(3), LG(0:1,2), Q(2)
      LOGICAL LG
      NG(1) = N
      NG(2) = NG(1) + M
      NG(3) = 2
      LG(1,2) = N .GT. M
      CALL ELCOM1
      CALL ELCOM2(3)
      DO 10 I = 1, NG(1)
   10 KOUNT(4) = KOUNT(4) + 1
      END
      SUBROUTINE ELCOM1
C     The same memory, laid out in another way.
      COMMON /KNT/ KOUNT(20)
      COMMON /ELG/ NX, NY, NZ, LG(4), Q(2)
      LOGICAL LG
      DO 10 I = 1, NY
   10 KOUNT(1) = KOUNT(1) + 1
      IF (LG(4)) THEN
        KOUNT(2) = KOUNT(2) + 1
      END IF
      END
      SUBROUTINE ELCOM2(K)
C     An element is set by its subscript: here it is one, elsewhere it may be any.
      COMMON /KNT/ KOUNT(20)
      COMMON /ELG/ NG(3), LG(0:1,2), Q(2)
      LOGICAL LG
      DO 10 I = 1, NG(3)
   10 KOUNT(3) = KOUNT(3) + 1
      END
C CASE ELANY (N): 1 | 2 | 3    EXACT 2
      SUBROUTINE ELANY(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /ELH/ MG(3), MH
      MG(1) = 4
      MG(2) = 5
      MG(3) = 6
      MH = 2
      CALL ELANY1(N)
      DO 10 I = 1, MG(2)
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, MH
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE ELANY1(N)
      COMMON /ELH/ MG(3), MH
      MG(N) = 1
      END
C CASE ELARG (N,M): 2 3 | 4 1    EXACT 1 2 3 4 5 6
      SUBROUTINE ELARG(N,M)
      COMMON /KNT/ KOUNT(20)
      INTEGER IA(3), IB(2,2), IC(12)
      CALL ELARG1(IA, N, M)
      DO 10 I = 1, IA(2)
   10 KOUNT(1) = KOUNT(1) + 1
      CALL ELARG2(IA)
      CALL ELARG1(IA(2), M, N)
      DO 20 I = 1, IA(3)
   20 KOUNT(4) = KOUNT(4) + 1
      CALL ELARG3(IB, M, N)
      DO 30 I = 1, IB(2,1)
   30 KOUNT(5) = KOUNT(5) + 1
      CALL ELARG4(IC(7), M)
      DO 40 I = 1, IC(7)
   40 KOUNT(6) = KOUNT(6) + 1
      END
      SUBROUTINE ELARG1(K, N, M)
      DIMENSION K(2)
      K(1) = N
      K(2) = K(1) + M
      END
      SUBROUTINE ELARG2(K)
      COMMON /KNT/ KOUNT(20)
      DIMENSION K(*)
      DO 10 I = 1, K(1)
   10 KOUNT(2) = KOUNT(2) + 1
      DO 20 I = K(2), 6
   20 KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE ELARG3(K, N, M)
      DIMENSION K(0:*)
      K(1) = N
      K(2) = M
      END
      SUBROUTINE ELARG4(K, N)
      K = 3*N
      END
C CASE ELFEED (N): 0 | 1 | 4    EXACT 1 2 3
      SUBROUTINE ELFEED(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /ELF/ NX
      CALL ELFEED1(N)
      DO 10 I = 1, NX
   10 KOUNT(1) = KOUNT(1) + 1
      CALL ELFEED2(N, K)
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, JELF(N)
   30 KOUNT(3) = KOUNT(3) + 1
      END
      SUBROUTINE ELFEED1(N)
      COMMON /ELF/ NX
      K = N + 2
      NX = K
      END
      SUBROUTINE ELFEED2(N, K)
      L = 2*N
      K = L
      END
      INTEGER FUNCTION JELF(N)
      L = N - 1
      JELF = L
      END
C CASE ELREAD () READ (K(1),K(2)): 3 2 | 0 4    EXACT 1 2
      SUBROUTINE ELREAD
      COMMON /KNT/ KOUNT(20)
      COMMON /ELR/ K(2)
      READ (*,*) K(1), K(2)
      CALL ELREAD1
      DO 20 I = 1, K(1)
   20 KOUNT(2) = KOUNT(2) + 1
      END
      SUBROUTINE ELREAD1
      COMMON /KNT/ KOUNT(20)
      COMMON /ELR/ K(2)
      DO 10 I = 1, K(2)
   10 KOUNT(1) = KOUNT(1) + 1
      END
