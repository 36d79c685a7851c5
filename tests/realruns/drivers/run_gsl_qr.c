/* QR factorisation and a least-squares solution. */
#include <stdio.h>
#include <gsl/gsl_linalg.h>
#include "fill.h"

int main(void)
{
    int m, n, i, j;
    gsl_matrix *a;
    gsl_vector *b, *x, *tau, *residual;

    scanf("%d %d", &m, &n);
    a = gsl_matrix_alloc(m, n);
    b = gsl_vector_alloc(m);
    x = gsl_vector_alloc(n);
    tau = gsl_vector_alloc(n);
    residual = gsl_vector_alloc(m);
    for (i = 0; i < m; i++) {
        for (j = 0; j < n; j++)
            gsl_matrix_set(a, i, j, next_value());
        gsl_vector_set(b, i, next_value());
    }
    gsl_linalg_QR_decomp(a, tau);
    gsl_linalg_QR_lssolve(a, tau, b, x, residual);
    printf("%g %g\n", gsl_vector_get(x, 0), gsl_vector_get(residual, 0));
    return 0;
}
