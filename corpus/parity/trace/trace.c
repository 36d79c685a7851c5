/* Sum of the diagonal elements. */
double trace(int n, double a[n][n])
{
    double s = 0.0;
    int i;
    for (i = 0; i < n; i++)
        s += a[i][i];
    return s;
}
