/* Cholesky factorisation of the upper triangle; *info is 1 if it is not positive definite, else 0. */
#include <math.h>

void cholsk(int n, double a[n][n], int *info)
{
    int i, j, k;
    double s;

    for (j = 0; j < n; j++) {
        for (i = 0; i < j; i++) {
            s = a[j][i];
            for (k = 0; k < i; k++)
                s -= a[i][k] * a[j][k];
            a[j][i] = s / a[i][i];
        }
        s = a[j][j];
        for (k = 0; k < j; k++)
            s -= a[j][k] * a[j][k];
        if (s <= 0.0) {
            *info = 1;
            return;
        }
        a[j][j] = sqrt(s);
    }
    *info = 0;
}
