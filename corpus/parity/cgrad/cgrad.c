/* Conjugate gradients for a dense symmetric matrix; x starts at zero, *iter steps are done. */
#include <math.h>

/* Scalar product. */
static double scalar(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

void cgrad(int n, double a[n][n], const double *b, double *x, double *r, double *p, double *q,
           double tol, int maxit, int *iter)
{
    for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = b[i];
        p[i] = b[i];
    }
    double rr = scalar(n, r, r);
    *iter = 0;
    while (*iter < maxit) {
        if (sqrt(rr) <= tol) break;
        for (int i = 0; i < n; i++) {
            q[i] = 0.0;
            for (int j = 0; j < n; j++)
                q[i] += a[i][j] * p[j];
        }
        double alpha = rr / scalar(n, p, q);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double rnew = scalar(n, r, r);
        double beta = rnew / rr;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
        rr = rnew;
        ++*iter;
    }
}
