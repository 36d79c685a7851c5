/* Elimination without pivoting of a diagonally dominant matrix, as gauss.f: column by column. */
#include <stdio.h>

#define NMAX 512

static double a[NMAX][NMAX];

int main(void)
{
    int n, i, j, k;

    if (scanf("%d", &n) != 1 || n < 1 || n > NMAX)
        return 1;
    for (j = 0; j < n; j++) {
        for (i = 0; i < n; i++)
            a[i][j] = 1.0 / (i + j + 2);
        a[j][j] = a[j][j] + n;
    }
    for (k = 0; k < n - 1; k++)
        for (j = k + 1; j < n; j++) {
            a[k][j] = a[k][j] / a[k][k];
            for (i = k + 1; i < n; i++)
                a[i][j] = a[i][j] - a[i][k] * a[k][j];
        }
    printf(" N%4d  A(1,N)%10.6f  A(N,N)%10.4f\n", n, a[0][n - 1], a[n - 1][n - 1]);
    return 0;
}
