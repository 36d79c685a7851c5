/* LU factorisation with row exchanges, a solution and the determinant. */
#include <stdio.h>
#include <gsl/gsl_linalg.h>
#include "fill.h"

int main(void)
{
    int n, i, j, sign;
    gsl_matrix *a;
    gsl_vector *b, *x;
    gsl_permutation *p;

    scanf("%d", &n);
    a = gsl_matrix_alloc(n, n);
    b = gsl_vector_alloc(n);
    x = gsl_vector_alloc(n);
    p = gsl_permutation_alloc(n);
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            gsl_matrix_set(a, i, j, next_value());
        gsl_vector_set(b, i, next_value());
    }
    gsl_linalg_LU_decomp(a, p, &sign);
    gsl_linalg_LU_solve(a, p, b, x);
    printf("%g %g\n", gsl_vector_get(x, 0), gsl_linalg_LU_det(a, sign));
    gsl_permutation_free(p);
    gsl_vector_free(x);
    gsl_vector_free(b);
    gsl_matrix_free(a);
    return 0;
}
