C     Monotonised slopes of a profile by minima and maxima, values left and right of each interface, and the profile updated; NREP times.
      SUBROUTINE LIMITR (N, NREP, CFL, U, S)
      INTEGER N, NREP, I, IREP
      DOUBLE PRECISION CFL, U(N), S(N), A, B, C, FL
      DO 40 IREP = 1, NREP
         S(1) = 0.0D0
         S(N) = 0.0D0
         DO 10 I = 2, N - 1
            A = U(I) - U(I-1)
            B = U(I+1) - U(I)
            C = 0.5D0*(A + B)
            IF (A*B .LE. 0.0D0) THEN
               S(I) = 0.0D0
            ELSE
               S(I) = SIGN(MIN(2.0D0*ABS(A), 2.0D0*ABS(B), ABS(C)), C)
            END IF
   10    CONTINUE
         FL = U(1)
         DO 20 I = 2, N - 1
            C = U(I) + 0.5D0*(1.0D0 - CFL)*S(I)
            U(I) = U(I) - CFL*(C - FL)
            FL = C
   20    CONTINUE
   40 CONTINUE
      END
