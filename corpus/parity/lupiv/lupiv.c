/* LU factorisation with partial pivoting; *info is 1 if it is singular, else 0. */
#include <math.h>

void lupiv(int n, double a[n][n], int *ipiv, int *info)
{
    double t;

    *info = 0;
    for (int k = 0; k < n; k++) {
        int l = k;
        double big = fabs(a[k][k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(a[k][i]) > big) {
                big = fabs(a[k][i]);
                l = i;
            }
        ipiv[k] = l;
        if (big == 0.0) {
            *info = 1;
            return;
        }
        if (l != k)
            for (int j = 0; j < n; j++) {
                t = a[j][k];
                a[j][k] = a[j][l];
                a[j][l] = t;
            }
        for (int i = k + 1; i < n; i++)
            a[k][i] /= a[k][k];
        for (int j = k + 1; j < n; j++) {
            t = a[j][k];
            for (int i = k + 1; i < n; i++)
                a[j][i] -= a[k][i] * t;
        }
    }
}
