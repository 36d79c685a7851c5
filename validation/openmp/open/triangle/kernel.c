/* out[i] is the sum over j <= i of x[j] / (1 + (i - j)). */
void triangle(int n, const double *x, double *out)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double sum = 0.0;

        for (int j = 0; j <= i; j++)
            sum += x[j] / (1.0 + (i - j));
        out[i] = sum;
    }
}
