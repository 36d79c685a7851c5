/* Solves l*u*x = b in place of b; l has a diagonal of ones, both are stored in a. */
void trsolv(int n, int lda, const double (*a)[lda], double *b)
{
    for (int j = 0; j < n; j++) {
        double t = b[j];
        for (int i = j + 1; i < n; i++)
            b[i] -= t * a[j][i];
    }
    for (int j = n - 1; j >= 0; j--) {
        b[j] /= a[j][j];
        double t = b[j];
        for (int i = 0; i < j; i++)
            b[i] -= t * a[j][i];
    }
}
