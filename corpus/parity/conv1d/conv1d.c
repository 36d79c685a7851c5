/* Discrete convolution: y[k] is the sum of a[i]*b[k-i], for k = 0 to na + nb - 2. */
void conv1d(int na, int nb, const double a[], const double b[], double y[])
{
    for (int i = 0; i <= na + nb - 2; i++)
        y[i] = 0.0;
    for (int i = 0; i <= na - 1; i++)
        for (int j = 0; j <= nb - 1; j++)
            y[i + j] += a[i] * b[j];
}
