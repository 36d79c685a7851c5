#include "../check.h"

#define N 14

void mmblk(int n, int nb, double a[n][n], double b[n][n], double c[n][n]);
void mmblk_(const int *n, const int *nb, double a[][N], double b[][N], double c[][N]);

int main(void)
{
    double a[N][N], b[N][N], c[N][N], u[N][N], v[N][N], w[N][N];
    const int n = N;
    int bad = 0;
    for (int nb = 2; nb <= 16; nb *= 2) {
        fill(N * N, &a[0][0], &u[0][0]);
        fill(N * N, &b[0][0], &v[0][0]);
        fill(N * N, &c[0][0], &w[0][0]);
        mmblk(n, nb, a, b, c);
        mmblk_(&n, &nb, u, v, w);
        bad += differ(N * N, &c[0][0], &w[0][0]);
    }
    printf("mmblk: %s\n", bad ? "different" : "same");
    return bad;
}
