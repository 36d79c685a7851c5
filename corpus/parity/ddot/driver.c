#include "../check.h"

double ddot(int n, const double x[], const double y[]);
double ddot_(const int *n, const double *x, const double *y);

int main(void)
{
    double x[40], y[40], u[40], v[40];
    int bad = 0;
    for (int n = 0; n <= 40; n += 10) {
        fill(n, x, u);
        fill(n, y, v);
        double c = ddot(n, x, y), fortran = ddot_(&n, u, v);
        bad += differ(1, &c, &fortran);
    }
    printf("ddot: %s\n", bad ? "different" : "same");
    return bad;
}
