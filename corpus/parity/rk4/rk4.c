/* nstep steps of the classical Runge-Kutta method for y' = a*y, n at most 16. */
#define MOST 16

static void deriv(int n, double a[n][n], const double *y, double *f);

void rk4(int n, int nstep, double h, double a[n][n], double *y)
{
    double k1[MOST], k2[MOST], k3[MOST], k4[MOST], w[MOST];

    for (int k = 0; k < nstep; k++) {
        deriv(n, a, y, k1);
        for (int i = 0; i < n; i++)
            w[i] = y[i] + 0.5 * h * k1[i];
        deriv(n, a, w, k2);
        for (int i = 0; i < n; i++)
            w[i] = y[i] + 0.5 * h * k2[i];
        deriv(n, a, w, k3);
        for (int i = 0; i < n; i++)
            w[i] = y[i] + h * k3[i];
        deriv(n, a, w, k4);
        for (int i = 0; i < n; i++)
            y[i] += h * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0;
    }
}

/* The right-hand side f = a*y. */
static void deriv(int n, double a[n][n], const double *y, double *f)
{
    for (int i = 0; i < n; i++) {
        double s = 0.0;
        for (int j = 0; j < n; j++)
            s += a[i][j] * y[j];
        f[i] = s;
    }
}
