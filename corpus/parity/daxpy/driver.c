#include "../check.h"

void daxpy(int n, double a, const double *x, double *y);
void daxpy_(const int *n, const double *a, const double *x, double *y);

int main(void)
{
    double x[40], y[40], u[40], v[40];
    int bad = 0;
    for (int n = 0; n <= 40; n += 8) {
        double a = n == 16 ? 0.0 : 1.5 * n;
        fill(n, x, u);
        fill(n, y, v);
        daxpy(n, a, x, y);
        daxpy_(&n, &a, u, v);
        bad += differ(n, y, v);
    }
    printf("daxpy: %s\n", bad ? "different" : "same");
    return bad;
}
