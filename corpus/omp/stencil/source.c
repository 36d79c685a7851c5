/* Heat in a square plate: sweeps of the five-point stencil, rows shared out among threads.
   stencil [N [SWEEPS]]: interior points in each direction (200), sweeps (20). */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 200, sweeps = argc > 2 ? atoi(argv[2]) : 20;
    const int width = n + 2;
    if (n < 1 || sweeps < 0) {
        fprintf(stderr, "usage: stencil [N [SWEEPS]]\n");
        return 1;
    }
    double *from = malloc(sizeof *from * width * width), *to = malloc(sizeof *to * width * width);
    if (!from || !to)
        return 1;
#pragma omp parallel for
    for (int i = 0; i < width; i++)
        for (int j = 0; j < width; j++)
            from[i * width + j] = to[i * width + j] = i == 0 ? 1.0 : 0.0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
#pragma omp parallel for
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                to[i * width + j] = 0.25 * (from[(i - 1) * width + j] + from[(i + 1) * width + j] +
                                            from[i * width + j - 1] + from[i * width + j + 1]);
        double *other = from;
        from = to;
        to = other;
    }
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            sum += from[i * width + j];
    printf("heat %.6f\n", sum / ((double)n * n));
    free(from);
    free(to);
    return 0;
}
