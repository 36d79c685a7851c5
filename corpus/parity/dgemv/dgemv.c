/* y = alpha*a*x + beta*y by columns, columns with a zero in x left out. */
void dgemv(int m, int n, double alpha, int lda, const double a[][lda], const double *x,
           double beta, double *y)
{
    if (beta == 0.0) {
        for (int i = 0; i < m; i++)
            y[i] = 0.0;
    } else {
        for (int i = 0; i < m; i++)
            y[i] = beta * y[i];
    }
    for (int j = 0; j < n; j++) {
        if (x[j] != 0.0) {
            double t = alpha * x[j];
            for (int i = 0; i < m; i++)
                y[i] += t * a[j][i];
        }
    }
}
