/* Loops whose counters, bounds or data change in the ways C allows. */
#include <stdio.h>
#include <stdlib.h>
static int g;
static int bump(void) { return ++g; }
static void twice(int *p) { *p *= 2; }
static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; ++i)
        s += a[i];
    return s;
}
struct box { int n; int *v; };
static void shrink(struct box *b)
{
    b->n--;
}
static int total(struct box b)
{
    int t = 0;
    for (int i = 0; i < b.n; i++)
        t += b.v[i];
    b.n = 0;
    return t;
}
static int last(struct box *b, int *out)
{
    for (int i = 0; i < b->n; i++) {
        *out = i;
        out[0] += 1;
    }
    return b->n;
}
int main(void)
{
    int c = 0, k;
    int a[10] = {3, 1, 4, 1, 5};
    for (int i = 0, j = 10; i < j; i++, j--)
        c++;
    for (k = 0; k < 5; k++)
        if (k == 3)
            k = 10;
    c += k;
    int lim = 4;
    for (int i = 0; i < lim; i++) {
        c++;
        if (i == 1)
            lim = 8;
    }
    while (bump() < 6)
        c++;
    for (int i = 0; i < g; i++)
        c++;
    int w = 3;
    twice(&w);
    for (int i = 0; i < w; i++)
        c++;
    int *q = &w;
    *q = 2;
    for (int i = 0; i < w; i++)
        c++;
    struct box b = {10, a};
    shrink(&b);
    for (int i = 0; i < b.n; i++)
        c++;
    c += total(b);
    for (int i = 0; i < b.n; i++)
        c++;
    struct box *pb = &b;
    pb->n = 4;
    for (int i = 0; i < b.n; i++)
        c++;
    int z = 1;
    last(pb, &z);
    last(&b, &b.n);
    for (int i = 0; i < b.n; i++)
        c++;
    struct box e = b, arr[3];
    e.n = 7;
    for (int i = 0; i < b.n; i++)
        c++;
    for (int i = 0; i < 3; i++)
        arr[i].n = i;
    for (int i = 0; i < arr[2].n; i++)
        c++;
    for (unsigned u = 10; u-- > 0;)
        c++;
    for (unsigned char uc = 250; uc != 4; uc++)
        c++;
    for (int i = 10; i --> 3;)
        c++;
    for (int i = 0; i != 12; i += 3)
        c++;
    int n = sum(a, 5);
    for (int i = n; i; i--)
        c++;
    for (int i = 7; i > 0; i /= 2)
        c++;
    for (int *p = a, *end = a + 10; p < end; ++p)
        c += *p;
    int *p = a + 9;
    while (p >= a)
        c += *p--;
    printf("%d\n", c);
    return 0;
}
