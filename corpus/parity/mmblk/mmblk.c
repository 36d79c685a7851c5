/* c = c + a*b in blocks of nb rows and columns, the last ones smaller. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))

void mmblk(int n, int nb, double a[n][n], double b[n][n], double c[n][n])
{
    for (int jj = 0; jj < n; jj += nb) {
        int jlast = MIN(jj + nb - 1, n - 1);
        for (int kk = 0; kk < n; kk += nb) {
            int klast = MIN(kk + nb - 1, n - 1);
            for (int j = jj; j <= jlast; j++)
                for (int k = kk; k <= klast; k++)
                    for (int i = 0; i < n; i++)
                        c[j][i] += a[k][i] * b[j][k];
        }
    }
}
