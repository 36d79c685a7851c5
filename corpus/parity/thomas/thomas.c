/* Solves a tridiagonal system; c is overwritten, d becomes the solution. */
void thomas(int n, const double *a, const double *b, double *c, double *d)
{
    c[0] = c[0] / b[0];
    d[0] = d[0] / b[0];
    for (int i = 1; i < n; i++) {
        double w = 1.0 / (b[i] - a[i] * c[i - 1]);
        c[i] *= w;
        d[i] = (d[i] - a[i] * d[i - 1]) * w;
    }
    for (int i = n - 2; i >= 0; i--)
        d[i] -= c[i] * d[i + 1];
}
