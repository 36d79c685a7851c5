/* y = a*x for a sparse matrix in rows: the entries of row i are irow[i] to irow[i+1] - 1. */
void csrmv(int n, const int *irow, const int *icol, const double *a, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double s = 0.0;
        for (int k = irow[i]; k < irow[i + 1]; k++)
            s += a[k] * x[icol[k]];
        y[i] = s;
    }
}
