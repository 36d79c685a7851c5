/* LU factorisation in place, without pivoting. */
void lunopv(int n, double a[n][n])
{
    for (int k = 0; k < n - 1; k++) {
        for (int i = k + 1; i < n; i++)
            a[k][i] /= a[k][k];
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                a[j][i] -= a[k][i] * a[j][k];
    }
}
