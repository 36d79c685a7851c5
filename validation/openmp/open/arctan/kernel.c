/* The integral of 4/(1 + x*x) from 0 to x by the midpoint rule with n strips. */
double arctan(int n, double x)
{
    double width = x / n, sum = 0.0;

#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (int i = 0; i < n; i++) {
        double at = (i + 0.5) * width;

        sum += 4.0 / (1.0 + at * at);
    }
    return sum * width;
}
