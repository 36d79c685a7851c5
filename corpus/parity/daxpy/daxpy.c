/* y = a*x + y, left early where there is nothing to do. */
void daxpy(int n, double a, const double *x, double *y)
{
    int i;
    if (n <= 0) return;
    if (a == 0.0) return;
    for (i = 0; i < n; i++)
        y[i] = y[i] + a * x[i];
}
