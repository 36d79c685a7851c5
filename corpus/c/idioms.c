/* Macros, variadic functions, side effects in conditions, mixed types. */
#include <stdio.h>
#include <stdarg.h>
#include <ctype.h>
static int state = 1;
static int next(void) { state = (state * 5 + 3) % 16; return state; }
static int get(int *out) { *out = 3; return 1; }
static int sumn(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
static int ack(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
static void out(int *a, int n)
{
    while (n > 0) {
        n--;
        a[n] = n;
    }
}
static int early(int k)
{
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            if (i * j == k)
                return i;
        }
    }
    return -1;
}
#define SWAP(x, y) do { int t_ = (x); (x) = (y); (y) = t_; } while (0)
#define FOR(i, n) for (int i = 0; i < (n); i++)
int main(void)
{
    int c = 0, a = 2, b = 7, v;
    SWAP(a, b);
    FOR(i, a)
        c++;
    FOR(i, b) FOR(j, i)
        c++;
    for (int i = 0; i < next(); i++)
        c++;
    int n;
    if (get(&n) && n > 2)
        c++;
    FOR(i, n)
        c++;
    for (int i = 0, k = get(&v); i < v; i++)
        c += k;
    c += sumn(3, 1, 2, 3);
    c += ack(2, 2);
    int arr[5];
    out(arr, 5);
    FOR(i, arr[3])
        c++;
    c += early(6);
    int x = 5;
    while (x)
        x--, c++;
    x = 5;
    while (x-- && c > 0)
        c++;
    for (x = 0; x < 3; c++, x++)
        ;
    for (x = 10; x; --x) {
        if (x % 3 == 0)
            continue;
        if (x == 1)
            break;
        c++;
    }
    FOR(i, x)
        c++;
    const char *s = "a1b2";
    int digits = 0;
    for (; *s; s++)
        if (isdigit((unsigned char)*s))
            digits++;
    FOR(i, digits)
        c++;
    int i = 3;
    i = i + 1;
    int k = 0;
    switch (c & 1) {
        for (; k < 3; k++) {
    case 0:
            c++;
    case 1:
            c += 2;
        }
    }
    long big = 1L << 33;
    FOR(i, (int)(big >> 31))
        c++;
    FOR(i, (char)260)
        c++;
    FOR(i, sizeof(int[3]) / sizeof(int))
        c++;
    FOR(i, 'c' - 'a')
        c++;
    FOR(i, !c + !!c)
        c++;
    FOR(i, -7 / 2 + 5)
        c++;
    FOR(i, 7 % -3)
        c++;
    FOR(i, ~0 + 4)
        c++;
    FOR(i, 3.9)
        c++;
    FOR(i, (a > b) + (a >= b))
        c++;
    for (double d = 0; d < 1; d += 0.25)
        c++;
    for (float f = 0; f < 1; f += 0.1f)
        c++;
    unsigned u = 3;
    FOR(q, u - 1)
        c++;
    for (int q = -1; q < u; q++)
        c++;
    if (-1 < u)
        c++;
    int f = 0, g = 0;
    (void)(f++ || g++);
    (void)(f++ && g++);
    FOR(q, f + g)
        c++;
    printf("%d %d\n", c, i);
    return 0;
}
