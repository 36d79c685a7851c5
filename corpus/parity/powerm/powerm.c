/* The largest eigenvalue of a by the power method, started from x, nstep steps. */
#include <math.h>

/* y = a*x, a stored by columns. */
static void matvec(int n, double a[n][n], const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[i] += a[j][i] * x[j];
}

double powerm(int n, int nstep, double a[n][n], double *x, double *y)
{
    double big = 0.0;

    for (int k = 0; k < nstep; k++) {
        matvec(n, a, x, y);
        big = 0.0;
        for (int i = 0; i < n; i++)
            if (fabs(y[i]) > fabs(big))
                big = y[i];
        if (big == 0.0)
            break;
        for (int j = 0; j < n; j++)
            x[j] = y[j] / big;
    }
    return big;
}
