/* The largest sum of magnitudes of a row. */
#include <math.h>

double infnrm(int m, int n, double a[n][m], double *work)
{
    for (int i = 0; i < m; i++)
        work[i] = 0.0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            work[i] += fabs(a[j][i]);
    double v = 0.0;
    for (int i = 0; i < m; i++)
        v = fmax(v, work[i]);
    return v;
}
