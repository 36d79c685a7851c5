C     SEQNUM - NATURAL CUBIC SPLINE THROUGH MEASURED POINTS.  THE LINES SPL00010
C     CARRY SEQUENCE NUMBERS IN COLUMNS 73 TO 80, AS ON PUNCHED CARDS.  SPL00020
      PROGRAM SEQNUM                                                    SPL00030
      INTEGER MAXN, N, I, K                                             SPL00040
      PARAMETER (MAXN = 50)                                             SPL00050
      REAL X(MAXN), Y(MAXN), B(MAXN), C(MAXN), D(MAXN), SPLVAL          SPL00060
      REAL XX, ERR, AREA, SPLINT                                        SPL00070
C                                                                       SPL00080
      DO 30 N = 6, 24, 6                                                SPL00090
         DO 10 I = 1, N                                                 SPL00100
            X(I) = 3.0*FLOAT(I-1)/FLOAT(N-1)                            SPL00110
            Y(I) = SIN(X(I))                                            SPL00120
   10    CONTINUE                                                       SPL00130
         CALL SPLINE (N, X, Y, B, C, D)                                 SPL00140
         ERR = 0.0                                                      SPL00150
         DO 20 K = 0, 60                                                SPL00160
            XX  = 0.05*K                                                SPL00170
            ERR = AMAX1(ERR, ABS(SPLVAL(N,X,Y,B,C,D,XX)-SIN(XX)))       SPL00180
   20    CONTINUE                                                       SPL00190
         AREA = SPLINT(N, X, Y, B, C, D)                                SPL00200
         WRITE (6,600) N, ERR, AREA                                     SPL00210
   30 CONTINUE                                                          SPL00220
      WRITE (6,610) 1.0 - COS(3.0)                                      SPL00230
      STOP                                                              SPL00240
  600 FORMAT (' POINTS', I4, '   LARGEST ERROR', F8.4, '   AREA', F8.4) SPL00250
  610 FORMAT (' EXACT AREA', F8.4)                                      SPL00260
      END                                                               SPL00270
C     COEFFICIENTS OF THE SPLINE, TRIDIAGONAL SYSTEM SOLVED IN PLACE    SPL00280
      SUBROUTINE SPLINE (N, X, Y, B, C, D)                              SPL00290
      INTEGER N, I                                                      SPL00300
      REAL X(N), Y(N), B(N), C(N), D(N), H, T                           SPL00310
      C(1) = 0.0                                                        SPL00320
      C(N) = 0.0                                                        SPL00330
      IF (N .LT. 3) GO TO 30                                            SPL00340
      B(2) = 2.0*(X(3)-X(1))                                            SPL00350
      C(2) = 3.0*((Y(3)-Y(2))/(X(3)-X(2)) - (Y(2)-Y(1))/(X(2)-X(1)))    SPL00360
      DO 10 I = 3, N-1                                                  SPL00370
         H = X(I) - X(I-1)                                              SPL00380
         T = H/B(I-1)                                                   SPL00390
         B(I) = 2.0*(X(I+1)-X(I-1)) - T*H                               SPL00400
         C(I) = 3.0*((Y(I+1)-Y(I))/(X(I+1)-X(I)) - (Y(I)-Y(I-1))/H)     SPL00410
     *          - T*C(I-1)                                              SPL00420
   10 CONTINUE                                                          SPL00430
      DO 20 I = N-1, 2, -1                                              SPL00440
         T = 0.0                                                        SPL00450
         IF (I .LT. N-1) T = (X(I+1)-X(I))*C(I+1)                       SPL00460
         C(I) = (C(I)-T)/B(I)                                           SPL00470
   20 CONTINUE                                                          SPL00480
   30 DO 40 I = 1, N-1                                                  SPL00490
         H = X(I+1) - X(I)                                              SPL00500
         B(I) = (Y(I+1)-Y(I))/H - H*(2.0*C(I)+C(I+1))/3.0               SPL00510
         D(I) = (C(I+1)-C(I))/(3.0*H)                                   SPL00520
   40 CONTINUE                                                          SPL00530
      RETURN                                                            SPL00540
      END                                                               SPL00550
C     VALUE AT U, INTERVAL BY BINARY SEARCH                             SPL00560
      REAL FUNCTION SPLVAL (N, X, Y, B, C, D, U)                        SPL00570
      INTEGER N, L, R, M                                                SPL00580
      REAL X(N), Y(N), B(N), C(N), D(N), U, T                           SPL00590
      L = 1                                                             SPL00600
      R = N                                                             SPL00610
   10 IF (R-L .LE. 1) GO TO 20                                          SPL00620
      M = (L+R)/2                                                       SPL00630
      IF (U .LT. X(M)) R = M                                            SPL00640
      IF (U .GE. X(M)) L = M                                            SPL00650
      GO TO 10                                                          SPL00660
   20 T = U - X(L)                                                      SPL00670
      SPLVAL = Y(L) + T*(B(L) + T*(C(L) + T*D(L)))                      SPL00680
      RETURN                                                            SPL00690
      END                                                               SPL00700
C     INTEGRAL OVER ALL INTERVALS                                       SPL00710
      REAL FUNCTION SPLINT (N, X, Y, B, C, D)                           SPL00720
      INTEGER N, I                                                      SPL00730
      REAL X(N), Y(N), B(N), C(N), D(N), H                              SPL00740
      SPLINT = 0.0                                                      SPL00750
      DO 10 I = 1, N-1                                                  SPL00760
         H = X(I+1) - X(I)                                              SPL00770
   10    SPLINT = SPLINT                                                SPL00780
     *          + H*(Y(I) + H*(B(I)/2.0 + H*(C(I)/3.0 + H*D(I)/4.0)))   SPL00790
      RETURN                                                            SPL00800
      END                                                               SPL00810
