/* Cholesky factorisation, a solution and the inverse. */
#include <stdio.h>
#include <gsl/gsl_linalg.h>
#include "fill.h"

int main(void)
{
    int n, i, j;
    gsl_matrix *a;
    gsl_vector *b;

    scanf("%d", &n);
    a = gsl_matrix_alloc(n, n);
    b = gsl_vector_alloc(n);
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++) {
            double value = i == j ? n : next_value();
            gsl_matrix_set(a, i, j, value);
            gsl_matrix_set(a, j, i, value);
        }
        gsl_vector_set(b, i, next_value());
    }
    gsl_linalg_cholesky_decomp1(a);
    gsl_linalg_cholesky_svx(a, b);
    gsl_linalg_cholesky_invert(a);
    printf("%g %g\n", gsl_vector_get(b, 0), gsl_matrix_get(a, 0, 0));
    return 0;
}
