#include "../check.h"

#define L 5
#define M 7
#define N 6

void mmijk(int l, int m, int n, double a[m][l], double b[n][m], double c[n][l]);
void mmijk_(const int *l, const int *m, const int *n, double a[][L], double b[][M],
            double c[][L]);

int main(void)
{
    double a[M][L], b[N][M], c[N][L], u[M][L], v[N][M], w[N][L];
    const int l = L, m = M, n = N;
    fill(M * L, &a[0][0], &u[0][0]);
    fill(N * M, &b[0][0], &v[0][0]);
    mmijk(l, m, n, a, b, c);
    mmijk_(&l, &m, &n, u, v, w);
    int bad = differ(N * L, &c[0][0], &w[0][0]);
    printf("mmijk: %s\n", bad ? "different" : "same");
    return bad;
}
