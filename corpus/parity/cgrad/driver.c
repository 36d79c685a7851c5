#include "../check.h"

#define N 12

void cgrad(int n, double a[n][n], const double *b, double *x, double *r, double *p, double *q,
           double tol, int maxit, int *iter);
void cgrad_(const int *n, double a[][N], const double *b, double *x, double *r, double *p,
            double *q, const double *tol, const int *maxit, int *iter);

int main(void)
{
    double a[N][N], u[N][N], b[N], v[N], x[N], y[N], r[N], p[N], q[N];
    const int n = N;
    const double tol = 1e-10;
    int iter, other, bad = 0;
    for (int maxit = 2; maxit <= 100; maxit += 98) {
        fill(N * N, &a[0][0], &u[0][0]);
        for (int i = 0; i < N; i++) {
            a[i][i] = u[i][i] = 2 * N;
            for (int j = 0; j < i; j++)
                a[i][j] = u[i][j] = a[j][i];
        }
        fill(N, b, v);
        cgrad(n, a, b, x, r, p, q, tol, maxit, &iter);
        cgrad_(&n, u, v, y, r, p, q, &tol, &maxit, &other);
        bad += differ(N, x, y) + differ_whole(1, &iter, &other);
    }
    printf("cgrad: %s\n", bad ? "different" : "same");
    return bad;
}
