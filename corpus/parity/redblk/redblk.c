/* One red-black relaxation of a grid: every second point of a column, then the others. */
void redblk(int n, double omega, double u[n + 2][n + 2])
{
    for (int icolor = 0; icolor <= 1; icolor++)
        for (int j = 1; j <= n; j++)
            for (int i = 1 + (j + icolor) % 2; i <= n; i += 2)
                u[j][i] = (1.0 - omega) * u[j][i] + omega * 0.25
                    * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}
