/* Fourier transforms of n complex and of 2n real numbers, and back. */
#include <stdio.h>
#include <stdlib.h>
#include "kiss_fft.h"
#include "kiss_fftr.h"

#define MOST 5000

static kiss_fft_cpx in[MOST], out[MOST];
static float numbers[2 * MOST], again[2 * MOST];

int main(void)
{
    int n, i;
    kiss_fft_cfg plan;
    kiss_fftr_cfg real, back;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        in[i].r = (i * 37 % 101) / 50.0f - 1;
        in[i].i = (i * 17 % 89) / 44.0f - 1;
        numbers[2 * i] = in[i].r;
        numbers[2 * i + 1] = in[i].i;
    }
    plan = kiss_fft_alloc(n, 0, NULL, NULL);
    kiss_fft(plan, in, out);
    printf("%g %g\n", out[0].r, out[n - 1].i);
    real = kiss_fftr_alloc(2 * n, 0, NULL, NULL);
    back = kiss_fftr_alloc(2 * n, 1, NULL, NULL);
    kiss_fftr(real, numbers, out);
    kiss_fftri(back, out, again);
    printf("%g\n", again[1] / (2 * n));
    free(plan);
    free(real);
    free(back);
    return 0;
}
