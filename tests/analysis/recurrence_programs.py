"""Programs that call themselves in many ways. Each starts in TOP(N, M), which uses N alone.

Over 400 lines: thirty programs.
"""

from __future__ import annotations

C = {
    "fib": """\
static long g;
static int fib(int n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}
int top(int n, int m)
{
    g = fib(n);
    return 0;
}
""",
    "msort": """\
static long g;
static void sort(int lo, int hi)
{
    int mid, i;
    if (lo >= hi)
        return;
    mid = (lo + hi) / 2;
    sort(lo, mid);
    sort(mid + 1, hi);
    for (i = lo; i <= hi; i++)
        g++;
}
int top(int n, int m)
{
    sort(0, n - 1);
    return 0;
}
""",
    "dc": """\
static long g;
static void work(int n)
{
    int i;
    if (n <= 1)
        return;
    work(n / 2);
    work(n / 2);
    for (i = 0; i < n; i++)
        g++;
}
int top(int n, int m)
{
    work(n);
    return 0;
}
""",
    "dc2": """\
static long g;
static void work(int n)
{
    int i;
    if (n <= 1)
        return;
    work(n / 2);
    work(n - n / 2);
    for (i = 0; i < n; i++)
        g++;
}
int top(int n, int m)
{
    work(n);
    return 0;
}
""",
    "bsearch": """\
static long g;
static int search(int lo, int hi)
{
    int mid;
    if (hi - lo < 2)
        return lo;
    mid = lo + (hi - lo) / 2;
    return search(lo, mid);
}
int top(int n, int m)
{
    g = search(0, n);
    return 0;
}
""",
    "qpow": """\
static long g;
static long power(long x, int k)
{
    long half;
    if (k == 0)
        return 1;
    half = power(x, k / 2);
    if (k % 2)
        return half * half * x;
    return half * half;
}
int top(int n, int m)
{
    g = power(3, n);
    return 0;
}
""",
    "qpow2": """\
static long g;
static long power(long x, int k)
{
    if (k == 0)
        return 1;
    if (k % 2 == 0)
        return power(x * x, k / 2);
    return x * power(x, k - 1);
}
int top(int n, int m)
{
    g = power(3, n);
    return 0;
}
""",
    "evenodd": """\
static long g;
static int is_odd(int n);
static int is_even(int n)
{
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}
static int is_odd(int n)
{
    if (n == 0)
        return 0;
    return is_even(n - 1);
}
int top(int n, int m)
{
    g = is_even(n);
    g += is_odd(7);
    return 0;
}
""",
    "hofst": """\
static long g;
static int male(int n);
static int female(int n)
{
    if (n <= 0)
        return 1;
    g++;
    return male(n - 1) + female(n - 2);
}
static int male(int n)
{
    int i;
    if (n <= 0)
        return 0;
    for (i = 0; i < n; i++)
        g++;
    return female(n - 1);
}
int top(int n, int m)
{
    g = female(n);
    return 0;
}
""",
    "binom": """\
static long g;
static int choose(int n, int k)
{
    if (k == 0 || k == n)
        return 1;
    return choose(n - 1, k - 1) + choose(n - 1, k);
}
int top(int n, int m)
{
    g = choose(n, n / 2);
    return 0;
}
""",
    "perm": """\
static long g;
static void perm(int k, int n)
{
    int i;
    if (k == n) {
        g++;
        return;
    }
    for (i = k; i < n; i++)
        perm(k + 1, n);
}
int top(int n, int m)
{
    perm(0, n);
    return 0;
}
""",
    "loopcalls": """\
static long g;
static void part(int n)
{
    int i;
    g++;
    for (i = 1; i < n; i++)
        part(n - i);
}
int top(int n, int m)
{
    part(n);
    return 0;
}
""",
    "leafcall": """\
static long g;
static void leaf(int m)
{
    int i;
    for (i = 0; i < m; i++)
        g++;
}
static void tree(int n)
{
    leaf(n);
    if (n > 0) {
        tree(n - 1);
        leaf(3);
        tree(n - 3);
    }
}
int top(int n, int m)
{
    tree(n);
    return 0;
}
""",
    "sites": """\
static long g;
static int fib(int n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}
int top(int n, int m)
{
    int i;
    for (i = 0; i < n; i++)
        g += fib(i);
    g += fib(n);
    g += fib(2 * n - 3);
    return 0;
}
""",
    "strassen": """\
static long g;
static void mul(int n)
{
    int i, j;
    if (n <= 2) {
        g++;
        return;
    }
    for (i = 0; i < 7; i++)
        mul(n / 2);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            g++;
}
int top(int n, int m)
{
    mul(n);
    return 0;
}
""",
    "karat": """\
static long g;
static void mul(int n)
{
    if (n < 4) {
        g++;
        return;
    }
    mul(n / 2);
    mul(n - n / 2);
    mul(n / 2 + 1);
}
int top(int n, int m)
{
    mul(n);
    return 0;
}
""",
    "gcd": """\
static long g;
static int gcd(int a, int b)
{
    if (b == 0)
        return a;
    return gcd(b, a % b);
}
int top(int n, int m)
{
    g = gcd(n, 36);
    return 0;
}
""",
    "trib": """\
static long g;
static int t(int n)
{
    if (n <= 2)
        return 1;
    return t(n - 1) + t(n - 2) + t(n - 3);
}
int top(int n, int m)
{
    g = t(n);
    return 0;
}
""",
    "grid": """\
static long g;
static int paths(int x, int y)
{
    if (x == 0 || y == 0)
        return 1;
    return paths(x - 1, y) + paths(x, y - 1);
}
int top(int n, int m)
{
    g = paths(n, 4);
    return 0;
}
""",
    "ring3": """\
static long g;
static void b(int n);
static void cc(int n);
static void a(int n)
{
    if (n > 0) {
        b(n - 1);
        cc(n - 2);
    }
}
static void b(int n)
{
    g++;
    if (n > 1)
        cc(n - 1);
}
static void cc(int n)
{
    if (n > 2)
        a(n - 1);
    g += 2;
}
int top(int n, int m)
{
    a(n);
    cc(n);
    return 0;
}
""",
    "switchy": """\
static long g;
static void walk(int n)
{
    switch (n % 3) {
    case 0:
        g++;
        break;
    case 1:
        g += 2;
        break;
    default:
        g += 3;
    }
    if (n > 0) {
        walk(n - 1);
        walk(n / 2);
    }
}
int top(int n, int m)
{
    walk(n);
    return 0;
}
""",
    "cuts": """\
static long g;
static int cut(int n, int m)
{
    if (n < 0)
        return 0;
    if (n == 0)
        return 1;
    if (m == 0)
        return 0;
    return cut(n - m, m) + cut(n, m - 1);
}
int top(int n, int m)
{
    g = cut(n, 5);
    return 0;
}
""",
    "tern": """\
static long g;
static void tern(int lo, int hi)
{
    int a, b;
    if (hi - lo < 3)
        return;
    a = lo + (hi - lo) / 3;
    b = hi - (hi - lo) / 3;
    tern(lo, a);
    tern(a, b);
    tern(b, hi);
}
int top(int n, int m)
{
    tern(0, n);
    return 0;
}
""",
    "qsortw": """\
static long g;
static void quick(int lo, int hi)
{
    int i;
    if (lo >= hi)
        return;
    for (i = lo; i < hi; i++)
        g++;
    quick(lo, lo - 1);
    quick(lo + 1, hi);
}
int top(int n, int m)
{
    quick(0, n - 1);
    return 0;
}
""",
    "while": """\
static long g;
static void w(int n)
{
    int k = n;
    while (k > 0) {
        g++;
        k /= 2;
    }
    if (n > 3) {
        w(n - 2);
        w(n / 3);
    }
}
int top(int n, int m)
{
    w(n);
    return 0;
}
""",
}
"""In C, by name."""

FORTRAN = {
    "fibf": """\
      SUBROUTINE TOP(N, M)
      COMMON /CNT/ KG
      INTEGER KG
      KG = IFIB(N)
      END
      RECURSIVE INTEGER FUNCTION IFIB(N) RESULT(K)
      INTEGER N
      IF (N .LT. 2) THEN
         K = N
      ELSE
         K = IFIB(N-1) + IFIB(N-2)
      ENDIF
      END
""",
    "msortf": """\
      SUBROUTINE TOP(N, M)
      COMMON /CNT/ KG
      INTEGER KG
      CALL MS(1, N)
      END
      RECURSIVE SUBROUTINE MS(L, IH)
      COMMON /CNT/ KG
      INTEGER L, IH, M
      IF (L .GE. IH) RETURN
      M = (L + IH)/2
      CALL MS(L, M)
      CALL MS(M+1, IH)
      DO 10 I = L, IH
   10 KG = KG + 1
      END
""",
    "treef": """\
      SUBROUTINE TOP(N, M)
      COMMON /CNT/ KG
      INTEGER KG
      CALL TREE(N, 0)
      END
      RECURSIVE SUBROUTINE TREE(N, K)
      COMMON /CNT/ KG
      DO 10 I = 1, N
         DO 10 J = 1, I
   10 KG = KG + 1
      IF (N .GT. 0) THEN
         CALL TREE(N-1, K+1)
         IF (MOD(K, 2) .EQ. 0) CALL TREE(N-2, K)
      ENDIF
      END
""",
    "ringf": """\
      SUBROUTINE TOP(N, M)
      COMMON /CNT/ KG
      INTEGER KG
      DO 10 I = 1, 3
   10 CALL A(N+I)
      CALL B(N)
      END
      RECURSIVE SUBROUTINE A(N)
      COMMON /CNT/ KG
      IF (N .LE. 0) RETURN
      CALL B(N-1)
      CALL B(N-2)
      KG = KG + 1
      END
      RECURSIVE SUBROUTINE B(M)
      COMMON /CNT/ KG
      IF (M .GT. 0) THEN
         CALL A(M-1)
      END IF
      KG = KG + 1
      END
""",
    "halff": """\
      SUBROUTINE TOP(N, M)
      COMMON /CNT/ KG
      INTEGER KG
      CALL H(N)
      END
      RECURSIVE SUBROUTINE H(N)
      COMMON /CNT/ KG
      IF (N .LE. 1) RETURN
      K = N/2
      CALL H(K)
      CALL H(N-K)
      DO 10 I = 1, N
   10 KG = KG + 1
      END
""",
}
"""In Fortran, by name."""
