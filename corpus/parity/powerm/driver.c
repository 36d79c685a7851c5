#include "../check.h"

#define N 8

double powerm(int n, int nstep, double a[n][n], double *x, double *y);
double powerm_(const int *n, const int *nstep, double a[][N], double *x, double *y);

int main(void)
{
    double a[N][N], u[N][N], x[N], v[N], y[N], w[N];
    const int n = N;
    int bad = 0;
    for (int nstep = 0; nstep <= 20; nstep += 10) {
        fill(N * N, &a[0][0], &u[0][0]);
        fill(N, x, v);
        double c = powerm(n, nstep, a, x, y), fortran = powerm_(&n, &nstep, u, v, w);
        bad += differ(1, &c, &fortran) + differ(N, x, v);
    }
    printf("powerm: %s\n", bad ? "different" : "same");
    return bad;
}
