/* nsweep Jacobi sweeps for Poisson's equation on an m by n grid; the boundary stays. */
void jacobi(int m, int n, int nsweep, double h2, double u[n][m], double f[n][m], double v[n][m])
{
    for (int k = 0; k < nsweep; k++) {
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < m - 1; i++)
                v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i]
                                  + u[j + 1][i] - h2 * f[j][i]);
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < m - 1; i++)
                u[j][i] = v[j][i];
    }
}
