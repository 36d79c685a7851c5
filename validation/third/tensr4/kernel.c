/* c[i][j] += sum over k, l, m of a[i][k][l][m] * b[m][l][k][j]: the second array is walked by columns. */
void tensr4(int n, const double (*a)[n][n][n], const double (*b)[n][n][n], double (*c)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;

            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    for (int m = 0; m < n; m++)
                        sum += a[i][k][l][m] * b[m][l][k][j];
            c[i][j] += sum;
        }
}
