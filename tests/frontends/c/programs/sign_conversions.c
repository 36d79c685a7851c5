//< n=-5 m=3 z=0
#include <stdio.h>
#include <string.h>
static int below(unsigned u, int k)
{
    if (u > 10)
        k++;
    return k;
}
static int narrow(int i, int k)
{
    if (i < 0)
        k++;
    return k;
}
static unsigned made(int n) { return n; }
int main(void)
{
    int n, m, z, k = 0;
    long big = 3000000000, small = 7;
    scanf("%d %d %d", &n, &m, &z);
    unsigned u = n, v = m, w = z;
    unsigned long size = n;
    if (u > 10)
        k++;                                //=
    if (n < sizeof(int))
        k++;                                //=
    if (m < sizeof(int))
        k++;                                //=
    if (n < m + 0u)
        k++;                                //=
    if (v - 5 > 10)
        k++;                                //=
    if (v - 2 > 10)
        k++;                                //=
    if (-v > 10)
        k++;                                //=
    if (w - 1 > 10)
        k++;                                //=
    if (size > 10)
        k++;                                //=
    if ((unsigned)n > 10)
        k++;                                //=
    if (n + v > 10)
        k++;                                //=
    if (n + v + 5 > 10)
        k++;                                //=
    if ((int)(v - 5) < 0)
        k++;                                //=
    int d = v - 5;
    if (d < 0)
        k++;                                //=
    k = below(n, k);
    k = below(m, k);
    k = narrow(big, k);
    k = narrow(small, k);
    int cut = (int)(big + n);
    if (cut < 0)
        k++;
    if (made(n) > 10)
        k++;                                //=
    for (int i = 0; i < 5; i++)
        if (i - 2 < sizeof(int))
            k++;                            //=
    for (int i = n; i < 5u; i++)
        k++;
    for (unsigned i = 0; i < m; i++)
        k++;                                //=
    for (size_t i = 0; i + 1 < v; i++)
        k++;
    for (unsigned i = v; i-- > 0;)
        k++;
    for (size_t i = strlen("abc"); i > m - 2; i--)
        k++;
    int i = n;
    while (i < sizeof(int)) {
        i++;
        k++;
    }
    i = z;
    while (i < sizeof(int)) {
        i++;
        k++;
    }
    unsigned char c = n;
    if (c > 250)
        k++;                                //=
    signed char t = 200 + m;
    if (t < 0)
        k++;                                //=
    short s = 70000 + n;
    if (s > 4000)
        k++;                                //=
    switch (v - 4) {
    case -1:
        k++;
        break;
    default:
        k--;
    }
    if (u / 2 > 100)
        k++;
    if (u % 7 == 4)
        k++;
    if (u >> 4 > 100)
        k++;
    if ((u & 15) == 11)
        k++;                                //=
    if (u == n)
        k++;                                //=
    long wide = u;
    if (wide > 0)
        k++;                                //=
    double real = u;
    if (real > 0)
        k++;
    if (v > n)
        k++;                                //=
    if (m > -1)
        k++;                                //=
    if (v > -1)
        k++;                                //=
    int low = v < w ? 1 : n > u ? 2 : 3;
    for (int j = 0; j < low; j++)
        k++;                                //=
    unsigned least = u < v ? u : v;
    for (unsigned j = 0; j < least; j++)
        k++;                                //=
    return k < 0;
}
