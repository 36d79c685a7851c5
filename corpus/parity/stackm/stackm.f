C     Runs a program for a machine with a stack: 0 push, 1 add, 2 subtract, 3 multiply, 4 double.
C     CODE holds pairs of operation and operand; what stands on top in the end is returned.
      INTEGER FUNCTION STACKM (N, CODE)
      INTEGER N, CODE(0:2*N-1), STACK(0:99), TOP, I
      TOP = -1
      DO I = 0, N - 1
         SELECT CASE (CODE(2*I))
         CASE (0)
            TOP = TOP + 1
            STACK(TOP) = CODE(2*I+1)
         CASE (1)
            TOP = TOP - 1
            STACK(TOP) = STACK(TOP) + STACK(TOP+1)
         CASE (2)
            TOP = TOP - 1
            STACK(TOP) = STACK(TOP) - STACK(TOP+1)
         CASE (3)
            TOP = TOP - 1
            STACK(TOP) = STACK(TOP)*STACK(TOP+1)
         CASE (4, 5)
            STACK(TOP) = 2*STACK(TOP)
         CASE DEFAULT
            STACKM = -1
            RETURN
         END SELECT
      END DO
      STACKM = STACK(TOP)
      RETURN
      END
