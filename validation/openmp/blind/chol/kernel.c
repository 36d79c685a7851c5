#include <math.h>

/* The lower triangle of the n by n matrix a becomes its Cholesky factor. */
void chol(int n, double *a)
{
#pragma omp parallel
    for (int k = 0; k < n; k++) {
#pragma omp single
        {
            double d = sqrt(a[k * n + k]);

            a[k * n + k] = d;
            for (int i = k + 1; i < n; i++)
                a[i * n + k] /= d;
        }
#pragma omp for schedule(static)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
}
