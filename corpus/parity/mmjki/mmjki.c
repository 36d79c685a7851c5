/* c = c + a*b for square matrices, a column of a at a time. */
void mmjki(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
            const double t = b[j][k];
            if (t == 0.0) continue;
            for (int i = 0; i < n; ++i)
                c[j][i] = c[j][i] + t * a[k][i];
        }
}
