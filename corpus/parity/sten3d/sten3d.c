/* One step of a seven-point stencil in three dimensions. */
void sten3d(int nx, int ny, int nz, double c0, double c1,
            double a[nz][ny][nx], double b[nz][ny][nx])
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                b[k][j][i] = c0 * a[k][j][i]
                    + c1 * (a[k][j][i - 1] + a[k][j][i + 1] + a[k][j - 1][i]
                            + a[k][j + 1][i] + a[k - 1][j][i] + a[k + 1][j][i]);
}
