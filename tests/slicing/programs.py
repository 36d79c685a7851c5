"""Programs whose counts follow from their inputs, but have no formula, with values for these."""

from __future__ import annotations

FORTRAN = {
    "whole arrays and sections": (
        """
      PROGRAM T
      INTEGER A(6), B(6), C(0:3,5), KC(9), N, I, J, M, K
      LOGICAL W(6)
      REAL R(6), S(3)
      COMMON /CNT/ KC
      READ (*,*) N
      KC = 0
      A = 3
      B = A*2 + N
      A(2:6:2) = B(1:5:2) - 4
      B(2:6) = B(1:5) + 1
      A(6:1:-1) = A
      C = 1
      C(:,2) = 7
      C(1,:) = C(2,:) + N
      C(2:3,1:4) = C(0:1,2:5)
      W = A .GT. 3
      WHERE (W)
         B = 0
      ELSEWHERE
         A = A + 1
      END WHERE
      R = SQRT(REAL(N))
      S = R(1:3)*R(4:6)
      DO 10 I = 1, 6
      DO 10 J = 1, MOD(C(MOD(I,4),MOD(I,5)+1), 9)
      KC(1) = KC(1) + 1
   10 CONTINUE
      DO 30 I = 1, 6
      IF (.NOT. W(I)) GOTO 30
      KC(2) = KC(2) + 1
   30 CONTINUE
      M = NINT(S(1) + S(2))
      DO 40 I = 1, M
      KC(3) = KC(3) + 1
   40 CONTINUE
      CALL FILL(C, N, K)
      DO 50 I = 1, K
      KC(4) = KC(4) + 1
   50 CONTINUE
      PRINT *, KC
      END
      SUBROUTINE FILL(D, L, K)
      INTEGER D(L,*), E(L,2), L, K
      E(:,1) = D(1:L,2)
      E(:,2) = E(:,1)*2
      K = E(L,2) + E(1,1)
      END
""",
        {"N": 4},
    ),
    "table filled by a callee": (
        """
      PROGRAM T
      INTEGER KC(9), NB(4)
      COMMON /K/ KC /SIZES/ NB
      READ (*,*) N
      CALL FILL(N)
      DO 10 I = 1, 4
      DO 10 J = 1, NB(I)
   10 KC(1) = KC(1) + 1
      PRINT *, KC
      END
      SUBROUTINE FILL(N)
      COMMON /SIZES/ NB(4)
      NB(1) = N
      DO 10 I = 2, 4
   10 NB(I) = NB(I-1)/2 + 1
      END
""",
        {"N": 17},
    ),
    "state machine with assigned jumps": (
        """
      PROGRAM T
      INTEGER KC(9)
      READ (*,*) N
      ASSIGN 20 TO L
      DO 90 I = 1, N
      GOTO L, (20, 30, 40)
   20 KC(1) = KC(1) + 1
      ASSIGN 30 TO L
      GOTO 90
   30 KC(2) = KC(2) + 1
      IF (MOD(I, 5) .EQ. 0) ASSIGN 40 TO L
      GOTO 90
   40 KC(3) = KC(3) + 1
      ASSIGN 20 TO L
   90 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 40},
    ),
    "alternate returns and saved counters": (
        """
      PROGRAM T
      INTEGER KC(9)
      COMMON /K/ KC
      READ (*,*) N
      DO 10 I = 1, N
      CALL S(I, *20)
      KC(1) = KC(1) + 1
      GOTO 10
   20 KC(2) = KC(2) + 1
   10 CONTINUE
      PRINT *, KC
      END
      SUBROUTINE S(I, *)
      SAVE M
      DATA M /0/
      M = M + MOD(I, 3)
      IF (MOD(M, 4) .EQ. 1) RETURN 1
      END
""",
        {"N": 30},
    ),
    "reals from integers decide": (
        """
      PROGRAM T
      INTEGER KC(9)
      DOUBLE PRECISION X
      READ (*,*) N
      X = N
   10 IF (X .GT. 1D-3) THEN
      KC(1) = KC(1) + 1
      X = X/2 - 1D-4
      GOTO 10
      END IF
      DO 20 I = 1, INT(SQRT(REAL(N))*1.5)
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
""",
        {"N": 1000},
    ),
    "a procedure that is passed on": (
        """
      PROGRAM T
      INTEGER KC(9)
      EXTERNAL HALF, LESS
      READ (*,*) N
      CALL REPEAT(HALF, N, K)
      DO 10 I = 1, K
   10 KC(1) = KC(1) + 1
      CALL REPEAT(LESS, N, K)
      DO 20 I = 1, K
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
      SUBROUTINE REPEAT(F, N, K)
      EXTERNAL F
      CALL INNER(F, N, K)
      END
      SUBROUTINE INNER(F, N, K)
      EXTERNAL F
      K = 0
      M = N
   10 IF (M .LE. 1) RETURN
      CALL F(M)
      K = K + 1
      GOTO 10
      END
      SUBROUTINE HALF(M)
      M = M/2
      END
      SUBROUTINE LESS(M)
      M = M - 3
      END
""",
        {"N": 100},
    ),
    "texts decide": (
        """
      PROGRAM T
      INTEGER KC(9)
      CHARACTER*12 LINE, WORD*4
      READ (*,*) N
      LINE = 'ab,cde,f'
      WORD = 'abcd'
      DO 10 K = 1, N
      I = INDEX(LINE, ',')
      DO 20 J = 1, I
   20 KC(1) = KC(1) + 1
      LINE(I:I) = WORD(2:2)
   10 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 2},
    ),
}
C = {
    "binary search": (
        """
#include <stdio.h>
long kc[9];
static int find(const int *a, int n, int key)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        kc[0]++;
        if (a[middle] == key)
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
int main(void)
{
    int n, a[100], i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < n; i++)
        a[i] = 3 * i;
    for (i = 0; i < n; i++)
        if (find(a, n, 2 * i) >= 0)
            kc[1]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 60},
    ),
    "lists on the heap": (
        """
#include <stdio.h>
#include <stdlib.h>
long kc[9];
struct item { int value; struct item *next; };
int main(void)
{
    int n, i;
    struct item *first = NULL, *p;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < n; i++) {
        p = malloc(sizeof *p);
        p->value = i % 4;
        p->next = first;
        first = p;
    }
    for (p = first; p; p = p->next)
        for (i = 0; i < p->value; i++)
            kc[0]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 23},
    ),
    "recursion with a global": (
        """
#include <stdio.h>
long kc[9];
static int depth;
static int walk(int n)
{
    kc[0]++;
    if (n < 2 || depth > 6)
        return 1;
    depth++;
    n = walk(n / 2) + walk(n - n / 2);
    depth--;
    return n;
}
int main(void)
{
    int n, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < walk(n); i++)
        kc[1]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 9},
    ),
    "real numbers that overflow and round": (
        """
#include <math.h>
#include <stdio.h>
long kc[9];
int main(void)
{
    int n, i, t[4] = {1, 1, 1, 1};
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 1; i < 4; i++)
        t[i] = t[i - 1] + i;
    if (t[n] / (1e308 * 10) == 0.0)
        kc[0]++;
    for (i = 0; i < (int)rint(t[n] - 1.5) + (int)nearbyint(t[1] + 0.5); i++)
        kc[1]++;
    for (i = 0; i < (int)round(t[n] - 1.5); i++)
        kc[2]++;
    for (i = 0; i < (int)remainder(t[3], t[1] + 1) + 3; i++)
        kc[3]++;
    for (i = 0; i < (int)(ceil(t[3] / 2.0) / 3); i++)
        kc[4]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 2},
    ),
    "random numbers that wrap": (
        """
#include <stdio.h>
long kc[9];
static unsigned long long state = 1;
static unsigned draw(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16 & 0x7fff;
}
int main(void)
{
    unsigned seed = 42, own = 7;
    int n, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < n; i++) {
        if (draw(&seed) % 3 == 1)
            kc[0]++;
        own = own * 69069u - 5u;
        if (own >> 20 < 1000)
            kc[1]++;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        if (state >> 33 & 1)
            kc[2]++;
    }
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 200},
    ),
}
