#include "../check.h"

#define M 10
#define N 13

void jacobi(int m, int n, int nsweep, double h2, double u[n][m], double f[n][m], double v[n][m]);
void jacobi_(const int *m, const int *n, const int *nsweep, const double *h2, double u[][M],
             double f[][M], double v[][M]);

int main(void)
{
    double u[N][M], f[N][M], v[N][M], other[N][M];
    const int m = M, n = N, nsweep = 6;
    const double h2 = 0.01;
    fill(N * M, &u[0][0], &other[0][0]);
    fill(N * M, &f[0][0], &v[0][0]);
    jacobi(m, n, nsweep, h2, u, f, v);
    jacobi_(&m, &n, &nsweep, &h2, other, f, v);
    int bad = differ(N * M, &u[0][0], &other[0][0]);
    printf("jacobi: %s\n", bad ? "different" : "same");
    return bad;
}
