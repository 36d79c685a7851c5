/* Complex transforms there and back: radix 2 of length 2**k, mixed radices of length n. */
#include <stdio.h>
#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_fft_real.h>
#include "fill.h"

#define MOST 4096

static double data[2 * MOST];

int main(void)
{
    int k, n, i;
    gsl_fft_complex_wavetable *table;
    gsl_fft_complex_workspace *work;

    scanf("%d %d", &k, &n);
    for (i = 0; i < 2 * MOST; i++)
        data[i] = next_value();
    gsl_fft_complex_radix2_forward(data, 1, 1 << k);
    gsl_fft_complex_radix2_inverse(data, 1, 1 << k);
    gsl_fft_real_radix2_transform(data, 1, 1 << k);
    table = gsl_fft_complex_wavetable_alloc(n);
    work = gsl_fft_complex_workspace_alloc(n);
    gsl_fft_complex_forward(data, 1, n, table, work);
    gsl_fft_complex_backward(data, 1, n, table, work);
    printf("%g\n", data[1]);
    gsl_fft_complex_workspace_free(work);
    gsl_fft_complex_wavetable_free(table);
    return 0;
}
