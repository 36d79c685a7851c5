/* Solves x**3 + p*x + q = 0 by Newton's method; *iter is how many steps it took. */
#include <math.h>

double newton(double p, double q, double start, double tol, int maxit, int *iter)
{
    double x = start;
    int i;

    for (i = 1; i <= maxit; i++) {
        double f = x * x * x + p * x + q;
        double df = 3.0 * x * x + p;
        if (df == 0.0)
            goto done;
        double dx = f / df;
        x -= dx;
        if (fabs(dx) < tol)
            goto done;
    }
done:
    *iter = i;
    return x;
}
