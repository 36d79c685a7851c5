#include "../check.h"

double newton(double p, double q, double start, double tol, int maxit, int *iter);
double newton_(const double *p, const double *q, const double *start, const double *tol,
               const int *maxit, int *iter);

int main(void)
{
    const double q = -4.0, tol = 1e-12;
    int bad = 0;
    for (int maxit = 3; maxit <= 50; maxit += 47) {
        double p = 1.25, start = 10.0;
        int iter, other;
        double x = newton(p, q, start, tol, maxit, &iter);
        double y = newton_(&p, &q, &start, &tol, &maxit, &other);
        bad += differ(1, &x, &y) + differ_whole(1, &iter, &other);
    }
    printf("newton: %s\n", bad ? "different" : "same");
    return bad;
}
