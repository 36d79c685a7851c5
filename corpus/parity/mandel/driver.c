#include "../check.h"

#define N 40

void mandel(int n, double x0, double dx, double ci, int maxit, int *steps);
void mandel_(const int *n, const double *x0, const double *dx, const double *ci,
             const int *maxit, int *steps);

int main(void)
{
    int steps[N], other[N];
    const int n = N, maxit = 60;
    const double x0 = -2.2, dx = 0.07, ci = 0.3;
    mandel(n, x0, dx, ci, maxit, steps);
    mandel_(&n, &x0, &dx, &ci, &maxit, other);
    int bad = differ_whole(N, steps, other);
    printf("mandel: %s\n", bad ? "different" : "same");
    return bad;
}
