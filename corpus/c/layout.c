/* Arrays of structures, unions, bit-fields, designated initialisers, variable-length arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pt { int x, y; };
struct poly { int n; struct pt p[8]; };
union num { int i; unsigned char b[4]; };
struct flags { unsigned a : 3, b : 5; int c; };
static struct poly shapes[3] = { { 3 }, { 4, { {1, 2}, {3, 4} } }, { .n = 5 } };
static const int sizes[] = { 2, 4, 8, [5] = 3 };
static int cube[2][3][4];
static char text[] = "hello";
static int *table[3];
static double work[50];
static int area(const struct poly *p)
{
    int s = 0;
    for (const struct pt *q = p->p; q < p->p + p->n; q++)
        s += q->x * q->y;
    return s;
}
static void init(int rows, int cols, int a[rows][cols])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            a[i][j] = i + j;
}
static int vla(int n)
{
    int buf[n + 1];
    int s = 0;
    for (size_t i = 0; i < sizeof buf / sizeof buf[0]; i++)
        buf[i] = (int)i;
    for (int *p = buf; p != buf + n; ++p)
        s += *p;
    return s;
}
static size_t mylen(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}
static void rot(int *a, int *b, int *c)
{
    int t = *a;
    *a = *b;
    *b = *c;
    *c = t;
}
static double *at(double *w, int i) { return w + i; }
int main(void)
{
    int c = 0;
    for (int k = 0; k < 3; k++)
        c += area(&shapes[k]);
    for (int k = 0; k < shapes[1].n; k++)
        c++;
    shapes[2].n--;
    for (int k = 0; k < shapes[2].n; k++)
        c++;
    struct poly *sp = shapes + 1;
    sp->n = 7;
    for (int k = 0; k < shapes[1].n; k++)
        c++;
    for (int k = 0; k < sizes[2]; k++)
        c++;
    for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++)
        c += sizes[k];
    init(3, 4, (int (*)[4])cube);
    init(3, 4, cube[1]);
    for (int k = 0; k < cube[1][2][3]; k++)
        c++;
    c += vla(6);
    c += (int)mylen(text);
    for (size_t k = 0; k < sizeof text; k++)
        c++;
    for (size_t k = 0; k < strlen(text); k++)
        c++;
    union num u;
    u.i = 0;
    u.b[0] = 5;
    for (int k = 0; k < u.i; k++)
        c++;
    struct flags f = { 9, 33, 2 };
    for (int k = 0; k < (int)f.a; k++)
        c++;
    f.b += 40;
    for (int k = 0; k < (int)f.b; k++)
        c++;
    int p = 1, q = 2, r = 3;
    rot(&p, &q, &r);
    for (int k = 0; k < r + 10 * p; k++)
        c++;
    table[0] = &p;
    *table[0] = 6;
    for (int k = 0; k < p; k++)
        c++;
    int **pp = table;
    **pp = 4;
    for (int k = 0; k < p; k++)
        c++;
    *at(work, 3) = 2.0;
    for (double *d = work; d < &work[50]; d += 7)
        c++;
    for (double *d = work + 49; d > work; d--)
        c++;
    long gap = &work[40] - &work[10];
    for (int k = 0; k < gap; k++)
        c++;
    int n = 5, *np = &n;
    for (int k = 0; k < n; k++) {
        c++;
        if (k == 2)
            *np = 4;
    }
    int lim = 3;
    for (int k = 0; k < lim; k++)
        rot(&lim, &lim, &lim);
    int i = 0, a[4] = {1, 1, 1, 1};
    i = a[i] + i;
    a[i] = i * 2; i++;
    for (int k = 0; k < a[1]; k++)
        c++;
    int j = 0;
    while (j < 10)
        j += a[0] + a[2];
    int z = 3;
    z <<= 2;
    z |= 1;
    z ^= 4;
    z &= ~1;
    for (int k = 0; k < z; k++)
        c++;
    short sh = 300;
    signed char sc = (signed char)sh;
    for (int k = 0; k < sc; k++)
        c++;
    char *end = strchr(text, 'l');
    if (end)
        for (char *t = text; t < end; t++)
            c++;
    printf("%d\n", c);
    return 0;
}
