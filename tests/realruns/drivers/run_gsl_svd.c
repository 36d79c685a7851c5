/* Singular values by one-sided rotations and by bidiagonalisation. */
#include <stdio.h>
#include <gsl/gsl_linalg.h>
#include "fill.h"

int main(void)
{
    int m, n, i, j;
    gsl_matrix *a, *c, *v;
    gsl_vector *s, *work;

    scanf("%d %d", &m, &n);
    a = gsl_matrix_alloc(m, n);
    c = gsl_matrix_alloc(m, n);
    v = gsl_matrix_alloc(n, n);
    s = gsl_vector_alloc(n);
    work = gsl_vector_alloc(n);
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++)
            gsl_matrix_set(a, i, j, next_value());
    gsl_matrix_memcpy(c, a);
    gsl_linalg_SV_decomp_jacobi(a, v, s);
    gsl_linalg_SV_decomp(c, v, s, work);
    printf("%g\n", gsl_vector_get(s, 0));
    return 0;
}
