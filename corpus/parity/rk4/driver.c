#include "../check.h"

#define N 7

void rk4(int n, int nstep, double h, double a[n][n], double *y);
void rk4_(const int *n, const int *nstep, const double *h, double a[][N], double *y);

int main(void)
{
    double a[N][N], y[N], u[N][N], v[N];
    const int n = N, nstep = 10;
    const double h = 0.05;
    fill(N * N, &a[0][0], &u[0][0]);
    fill(N, y, v);
    rk4(n, nstep, h, a, y);
    rk4_(&n, &nstep, &h, u, v);
    int bad = differ(N, y, v);
    printf("rk4: %s\n", bad ? "different" : "same");
    return bad;
}
