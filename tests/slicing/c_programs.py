"""Programs in C whose counts follow from their inputs but have no formula, and values for these.

Over 400 lines: it is one table of programs.
"""

from __future__ import annotations

C = {
    "arrays that a pointer to const is one of": (
        """
#include <stdio.h>
static long kc[9];
static double a[40], c[40];
static void add(int first, int n, const double *from, const int every, double *to)
{
    const double *p;
    if (first)
        p = from;
    else
        p = to;
    for (int i = 0; i < n; i++) {
        const double x = 1.5 * p[every * i + 2];
        if (x != 0.0) {
            to[i] += x;
            kc[1]++;
        }
    }
}
int main(void)
{
    int n = 0, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < 40; i++) {
        a[i] = i % 3 - 1;
        c[i] = 0.0;
    }
    add(1, n, a, 4, c);
    add(0, n, a, 4, c);
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 7},
    ),
    "members that are passed beside their structure, memory from wrappers": (
        """
#include <stdio.h>
#include <stdlib.h>
static long kc[9];
struct part { int *row; int n, m; };
static void *drop(void *p)
{
    if (p)
        free(p);
    return NULL;
}
static struct part *end(struct part *x)
{
    drop(x->row);
    return drop(x);
}
static int sum(struct part *x, int *row, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += row[i];
        x->m = s % 5;
    }
    return s;
}
int main(void)
{
    int n = 0, i;
    if (scanf("%d", &n) != 1)
        return 1;
    struct part *x = malloc(sizeof *x);
    x->row = malloc(n * sizeof *x->row);
    x->n = n;
    x->m = 1;
    for (i = 0; i < n; i++)
        x->row[i] = i % 4;
    for (i = 0; i < sum(x, x->row, x->n); i++)
        kc[1]++;
    for (i = 0; i < x->m; i++)
        kc[2]++;
    x = end(x);
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return x != NULL;
}
""",
        {"n": 6},
    ),
    "a pointer into an array of structures": (
        """
#include <stdio.h>
static long kc[9];
struct size { int n, m; };
static struct size all[4];
static void clear(struct size *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i].n = 0;
}
static void set(struct size *a, int n)
{
    a[0].m = n;
    a[1].m = n + 1;
}
int main(void)
{
    struct size own[4] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
    int n = 0, i;
    if (scanf("%d", &n) != 1)
        return 1;
    clear(own + 1, n);
    for (i = 0; i < own[2].n; i++)
        kc[1]++;
    for (i = 0; i < own[3].n; i++)
        kc[2]++;
    set(&own[n], n);
    for (i = 0; i < own[2].m; i++)
        kc[3]++;
    set(all + n, 5);
    for (i = 0; i < all[2].m; i++)
        kc[4]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 2},
    ),
    "calls through tables of functions": (
        """
#include <stdio.h>
static long kc[9];
static int add(int a, int b)
{
    kc[1]++;
    return a + b;
}
static int sub(int a, int b)
{
    kc[2]++;
    return a - b;
}
static void tick(void)
{
    kc[3]++;
}
static void tock(void)
{
    kc[4]++;
}
typedef int (*op)(int, int);
static const op ops[] = {add, sub};
static void (*const clocks[2])(void) = {tick, tock};
int main(void)
{
    static int (*own[])(int, int) = {sub, &add, sub};
    int n = 0, i, x = 1, y, at = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < n; i++) {
        if (i > 10 && ops[i % 2](x, i) > 0)
            kc[5]++;
        y = i > 15 ? ops[0](i, 1) : 3;
        x = (x + own[i % 3](y, 1)) % 5;
        (*clocks[x & 1])();
    }
    while (ops[x & 1](x, 20) > 0 && x < 9)
        x++;
    for (i = 0; i < ops[0](2, 3); i++)
        kc[6]++;
    clocks[at++]();
    for (i = 0; i < 4 * at + x; i++)
        kc[7]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 23},
    ),
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
    "memory and texts": (
        """
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int n, v[4]; };
long kc[9];
int main(void)
{
    int a[4] = {0}, b[4], c = 0, i, n, *p = malloc(5 * sizeof *p);
    char s[20], t[20] = "abc", u[2000], buffer[10] = "hello";
    struct item w, q[3] = {{1}}, one;
    if (scanf("%d", &n) != 1)
        return 1;
    a[1] = n;
    memset(p, 0, 5 * sizeof *p);
    memset(&w, 0, sizeof w);
    memcpy(b, a, sizeof a);
    memset(a + 1, 0, 2 * sizeof(int));
    memmove(q[1].v, q[0].v, 2 * sizeof(int));
    memset(u, 0, sizeof u);
    memset(buffer, 'x', 3);
    one = q[0];
    strcpy(s, t);
    strcat(s, "de9 ");
    strncpy(u, "abcdef", 4);
    for (i = 0; i < b[1]; i++)
        kc[0]++;
    for (i = 0; i < a[1] + p[4] + w.n + w.v[3] + one.n + one.v[2]; i++)
        kc[1]++;
    for (i = 0; i < (int)strlen(s); i++)
        if (isalpha(s[i]))
            kc[2]++;
    for (i = 0; u[i]; i++)
        if (toupper(u[i]) == 'C' || isdigit(u[i]) != 0)
            kc[3]++;
    if (strcmp(s, "abcde9 ") == 0)
        kc[4]++;
    if (strcmp(s, "abd") < 0 && !strncmp(buffer + 3, "lox", 2))
        kc[5]++;
    if (strcmp(buffer, "xxxlo"))
        kc[6]++;
    for (i = 0; i < u[1999] + n; i++)
        kc[7]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 6},
    ),
    "initialisers of parts": (
        """
#include <stdio.h>
struct part { int x, y, z[3]; };
struct whole { struct part r[2]; int k; };
long kc[9];
int main(void)
{
    struct part r[2] = {{1, 2, {5}}, {3, 4, {6, 7}}}, s = {9}, t[3] = {{1}, {2, 3}};
    struct whole w = {{{1}, {2, 3, {4, 5}}}}, v = {.k = 3, .r = {[1] = {7}}};
    int m[2][3] = {{1}, {2, 3}}, flat[2][2] = {1, 2, 3, 4}, big[70] = {1, 2, [69] = 4}, n, i;
    int deep[2][2][2] = {1, 2, 3, 4, 5};
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < r[0].z[0] + 2 * r[0].z[1] + r[0].x + n; i++)
        kc[0]++;
    for (i = 0; i < r[1].z[0] + r[1].z[2] + r[1].y; i++)
        kc[1]++;
    for (i = 0; i < s.x + s.y + s.z[1]; i++)
        kc[2]++;
    for (i = 0; i < t[0].x + t[1].y + t[2].x + t[1].z[2]; i++)
        kc[3]++;
    for (i = 0; i < w.r[0].x + w.r[1].z[1] + w.r[0].z[0] + w.k; i++)
        kc[4]++;
    for (i = 0; i < v.r[1].x + v.r[0].x + v.k + v.r[1].z[0]; i++)
        kc[5]++;
    for (i = 0; i < m[0][0] + m[1][1] + m[0][2]; i++)
        kc[6]++;
    for (i = 0; i < flat[1][0] + flat[0][1] + deep[1][0][0] + deep[1][1][1]; i++)
        kc[7]++;
    for (i = 0; i < big[0] + big[69] + big[5]; i++)
        kc[8]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 3},
    ),
    "a function that is passed, tested for being there": (
        """
#include <stdio.h>
long kc[9];
static int half(int k)
{
    return k / 2;
}
static int steps(int (*f)(int), int k)
{
    int i = 0;
    for (; k > 1; k = f ? f(k) : 0)
        i++;
    return i;
}
int main(void)
{
    int n, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < steps(half, n); i++)
        kc[0]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 40},
    ),
    "structures copied": (
        """
#include <stdio.h>
struct all { int n; double d[3]; int *p; struct { int a, b[2]; } in[2]; };
long kc[9];
int main(void)
{
    int x[3] = {3, 1, 2}, y[3] = {4, 4, 4}, n, i, j;
    struct all a = {2, {1, 2, 3}, x}, b = {1, {4, 5, 6}, y}, both[2];
    if (scanf("%d", &n) != 1)
        return 1;
    a.in[0].b[1] = n;
    a.in[1].b[1] = 2;
    b.in[0].b[1] = 7;
    b.in[1].b[1] = 7;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < b.in[1].b[1] + b.p[0]; j++)
            kc[0]++;
        b = a;
        b.in[1].b[1] = 9;
    }
    for (i = 0; i < b.p[0] + (int)b.d[1] + b.in[0].b[1]; i++)
        kc[1]++;
    both[1] = a;
    both[0] = both[1];
    for (i = 0; i < both[0].in[1].b[1] + both[0].p[2] + both[0].n; i++)
        kc[2]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
""",
        {"n": 4},
    ),
}
