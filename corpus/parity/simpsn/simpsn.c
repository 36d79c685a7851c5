/* Simpson's rule with 2*n intervals from a to b. */
#include <math.h>

/* The function that is integrated. */
static double curve(double x)
{
    return exp(-x * x) * sqrt(1.0 + x);
}

double simpsn(double a, double b, int n)
{
    double h = (b - a) / (2 * n);
    double s = curve(a) + curve(b);

    for (int i = 1; i < 2 * n; i++) {
        double x = a + i * h;
        if (i % 2 == 1)
            s += 4.0 * curve(x);
        else
            s += 2.0 * curve(x);
    }
    return s * h / 3.0;
}
