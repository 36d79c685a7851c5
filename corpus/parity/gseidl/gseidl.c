/* Gauss-Seidel sweeps until no unknown changes by more than tol, at most maxit of them. */
#include <math.h>

void gseidl(int n, double a[n][n], const double *b, double *x, double tol, int maxit, int *iter)
{
    double change;

    *iter = 0;
    do {
        change = 0.0;
        for (int i = 0; i < n; i++) {
            double s = b[i];
            for (int j = 0; j < n; j++)
                if (j != i)
                    s -= a[i][j] * x[j];
            s /= a[i][i];
            double d = fabs(s - x[i]);
            if (d > change)
                change = d;
            x[i] = s;
        }
        *iter = *iter + 1;
        if (*iter >= maxit)
            return;
    } while (change > tol);
}
