/* Heap sort of an array and of a vector, by value and by index; the smallest and largest k. */
#include <stdio.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_sort_vector.h>
#include "fill.h"

#define MOST 5000

static double data[MOST], chosen[MOST];
static size_t order[MOST];

int main(void)
{
    int n, k, i;
    gsl_vector *v;

    scanf("%d %d", &n, &k);
    for (i = 0; i < n; i++)
        data[i] = next_value();
    gsl_sort_index(order, data, 1, n);
    gsl_sort_smallest(chosen, k, data, 1, n);
    gsl_sort_largest(chosen, k, data, 1, n);
    gsl_sort(data, 1, n);
    v = gsl_vector_alloc(n);
    for (i = 0; i < n; i++)
        gsl_vector_set(v, i, next_value());
    gsl_sort_vector(v);
    printf("%g %g %g\n", data[0], chosen[0], gsl_vector_get(v, 0));
    gsl_vector_free(v);
    return 0;
}
