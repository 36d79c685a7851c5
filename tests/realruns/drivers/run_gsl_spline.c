/* A cubic spline through n points, evaluated at m. */
#include <stdio.h>
#include <math.h>
#include <gsl/gsl_spline.h>

#define MOST 1000

static double x[MOST], y[MOST];

int main(void)
{
    int n, m, i;
    double sum = 0.0;
    gsl_interp_accel *accel;
    gsl_spline *spline;

    scanf("%d %d", &n, &m);
    for (i = 0; i < n; i++) {
        x[i] = i;
        y[i] = sin(0.1 * i);
    }
    accel = gsl_interp_accel_alloc();
    spline = gsl_spline_alloc(gsl_interp_cspline, n);
    gsl_spline_init(spline, x, y, n);
    for (i = 0; i < m; i++)
        sum += gsl_spline_eval(spline, (n - 1.0) * i / m, accel);
    printf("%g\n", sum);
    gsl_spline_free(spline);
    gsl_interp_accel_free(accel);
    return 0;
}
