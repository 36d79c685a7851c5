/* An even number of Jacobi steps for the Laplace equation on an n by n grid; the edge stays, w is room for the other grid. */
void jacobi(int n, int steps, double *u, double *w)
{
#pragma omp parallel
    for (int step = 0; step < steps; step += 2) {
#pragma omp for schedule(static)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                w[i * n + j] = 0.25 * (u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j]);
#pragma omp for schedule(static)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = 0.25 * (w[i * n + j - 1] + w[i * n + j + 1] + w[(i - 1) * n + j] + w[(i + 1) * n + j]);
    }
}
