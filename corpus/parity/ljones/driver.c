#include "../check.h"

#define N 20

double ljones(int n, double box, double rcut, const double *x, const double *y, const double *z,
              double *fx, double *fy, double *fz);
double ljones_(const int *n, const double *box, const double *rcut, const double *x,
               const double *y, const double *z, double *fx, double *fy, double *fz);

int main(void)
{
    double x[3][N], u[3][N], f[3][N], g[3][N];
    const int n = N;
    const double box = 2.0, rcut = 0.7;
    fill(3 * N, &x[0][0], &u[0][0]);
    fill(3 * N, &f[0][0], &g[0][0]);
    double energy = ljones(n, box, rcut, x[0], x[1], x[2], f[0], f[1], f[2]);
    double other = ljones_(&n, &box, &rcut, u[0], u[1], u[2], g[0], g[1], g[2]);
    int bad = differ(1, &energy, &other) + differ(3 * N, &f[0][0], &g[0][0]);
    printf("ljones: %s\n", bad ? "different" : "same");
    return bad;
}
