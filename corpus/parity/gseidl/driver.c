#include "../check.h"

#define N 10

void gseidl(int n, double a[n][n], const double *b, double *x, double tol, int maxit, int *iter);
void gseidl_(const int *n, double a[][N], const double *b, double *x, const double *tol,
             const int *maxit, int *iter);

int main(void)
{
    double a[N][N], b[N], x[N], u[N][N], v[N], w[N];
    int iter, other, bad = 0;
    const int n = N;
    const double tol = 1e-9;
    for (int maxit = 3; maxit <= 300; maxit += 297) {
        fill(N * N, &a[0][0], &u[0][0]);
        fill(N, b, v);
        fill(N, x, w);
        for (int i = 0; i < N; i++)
            a[i][i] = u[i][i] = N;
        gseidl(n, a, b, x, tol, maxit, &iter);
        gseidl_(&n, u, v, w, &tol, &maxit, &other);
        bad += differ(N, x, w) + differ_whole(1, &iter, &other);
    }
    printf("gseidl: %s\n", bad ? "different" : "same");
    return bad;
}
