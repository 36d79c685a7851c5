/* Values y of the polynomial c[0] + ... + c[m]*x**m at n points x, by Horner's rule. */
void horner(int m, int n, const double *c, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double p = c[m];
        for (int k = m - 1; k >= 0; k--)
            p = p * x[i] + c[k];
        y[i] = p;
    }
}
