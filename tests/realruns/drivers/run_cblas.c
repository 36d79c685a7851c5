/* Products of matrices and vectors, row by row and column by column. */
#include <stdio.h>
#include <gsl/gsl_cblas.h>
#include "fill.h"

#define MOST 100

static double a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];

int main(void)
{
    int m, n, k, i;

    scanf("%d %d %d", &m, &n, &k);
    for (i = 0; i < MOST * MOST; i++) {
        a[i] = next_value();
        b[i] = next_value();
        c[i] = 0.0;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.5, a, MOST, b, MOST, 0.5, c, MOST);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.5, a, MOST, b, MOST, 0.0, c, MOST);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 2.0, a, MOST, b, 1, 1.0, c, 1);
    cblas_dsyrk(CblasColMajor, CblasUpper, CblasNoTrans, n, k, 2.0, a, MOST, 0.5, c, MOST);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasUnit, n, a, MOST, b, 1);
    printf("%g %g %g\n", c[0], b[0], cblas_ddot(n, a, 1, b, 1));
    return 0;
}
