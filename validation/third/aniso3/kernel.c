/* One step of heat conduction with another factor in each direction; next is written, sources are added. */
void aniso3(int nz, int ny, int nx, const double factor[3], const double (*now)[ny][nx],
            const double (*source)[ny][nx], double (*next)[ny][nx])
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++) {
                double here = 2.0 * now[k][j][i];

                next[k][j][i] = now[k][j][i] + source[k][j][i]
                                + factor[0] * (now[k][j][i - 1] - here + now[k][j][i + 1])
                                + factor[1] * (now[k][j - 1][i] - here + now[k][j + 1][i])
                                + factor[2] * (now[k - 1][j][i] - here + now[k + 1][j][i]);
            }
}
