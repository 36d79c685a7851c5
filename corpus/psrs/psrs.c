/* Sorting by regular sampling, as psrs.f: pivots, the range of each element, then where it goes. */
#include <stdio.h>

#define NMAX 4096
#define MMAX 64

static int k[NMAX], count[MMAX], first[MMAX];
static double x[NMAX], y[NMAX], pivot[MMAX];

int main(void)
{
    int n, m, i, j, l, seed = 4711;
    double t;

    if (scanf("%d %d", &n, &m) != 2 || n < m || n > NMAX || m < 1 || m > MMAX)
        return 1;
    for (i = 0; i < n; i++) {
        seed = (seed * 421 + 1663) % 7875;
        x[i] = seed / 7875.0;
    }
    for (j = 0; j < m; j++)
        pivot[j] = x[j * (n / m)];
    for (j = 1; j < m; j++) {
        t = pivot[j];
        for (l = j - 1; l >= 0 && pivot[l] > t; l--)
            pivot[l + 1] = pivot[l];
        pivot[l + 1] = t;
    }
    for (i = 0; i < n; i++) {
        k[i] = 0;
        for (j = 1; j < m; j++)
            if (x[i] >= pivot[j])
                k[i] = j;
    }
    for (j = 0; j < m; j++)
        count[j] = 0;
    for (i = 0; i < n; i++)
        count[k[i]] = count[k[i]] + 1;
    first[0] = 0;
    for (j = 1; j < m; j++)
        first[j] = first[j - 1] + count[j - 1];
    for (i = 0; i < n; i++) {
        y[first[k[i]]] = x[i];
        first[k[i]] = first[k[i]] + 1;
    }
    printf(" N%5d  M%3d  Y(1)%9.6f  Y(N)%9.6f\n", n, m, y[0], y[n - 1]);
    return 0;
}
