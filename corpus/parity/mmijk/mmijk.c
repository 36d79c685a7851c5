/* c = a*b, the product's elements one after the other. */
void mmijk(int l, int m, int n, double a[m][l], double b[n][m], double c[n][l])
{
    int i, j, k;
    double s;

    for (j = 0; j < n; j++)
        for (i = 0; i < l; i++) {
            s = 0.0;
            for (k = 0; k < m; k++)
                s += a[k][i] * b[j][k];
            c[j][i] = s;
        }
}
