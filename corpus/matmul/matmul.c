/* Product of two square matrices, each row of the first one copied to a vector, as matmul.f. */
#include <stdio.h>

#define NMAX 256

static double a[NMAX][NMAX], b[NMAX][NMAX], c[NMAX][NMAX], row[NMAX];

int main(void)
{
    int n, i, j, k;

    if (scanf("%d", &n) != 1 || n < 1 || n > NMAX)
        return 1;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            a[i][j] = i + j + 2;
            b[i][j] = i - j;
            c[i][j] = 0.0;
        }
    for (i = 0; i < n; i++) {
        for (k = 0; k < n; k++)
            row[k] = a[i][k];
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                c[i][j] = c[i][j] + row[k] * b[k][j];
    }
    printf(" N%4d  C(1,1)%12.1f  C(N,N)%12.1f\n", n, c[0][0], c[n - 1][n - 1]);
    return 0;
}
