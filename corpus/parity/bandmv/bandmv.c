/* y = a*x for a square matrix with kl diagonals below and ku above the main one. */
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

void bandmv(int n, int kl, int ku, double a[n][ku + kl + 1], const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.0;
    for (int j = 0; j < n; j++)
        for (int i = MAX(0, j - ku); i <= MIN(n - 1, j + kl); i++)
            y[i] += a[j][ku + i - j] * x[j];
}
