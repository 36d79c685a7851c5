#include "../check.h"

#define N 20

void drot(int n, double *x, double *y, double c, double s);
void drot_(const int *n, double *x, double *y, const double *c, const double *s);

int main(void)
{
    double x[N], y[N], u[N], v[N];
    const int n = N;
    const double c = 0.6, s = 0.8;
    fill(N, x, u);
    fill(N, y, v);
    drot(n, x, y, c, s);
    drot_(&n, u, v, &c, &s);
    int bad = differ(N, x, u) + differ(N, y, v);
    printf("drot: %s\n", bad ? "different" : "same");
    return bad;
}
