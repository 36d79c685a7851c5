#include "../check.h"

#define N 9

void mmjki(int n, double a[n][n], double b[n][n], double c[n][n]);
void mmjki_(const int *n, double a[][N], double b[][N], double c[][N]);

int main(void)
{
    double a[N][N], b[N][N], c[N][N], u[N][N], v[N][N], w[N][N];
    const int n = N;
    fill(N * N, &a[0][0], &u[0][0]);
    fill(N * N, &b[0][0], &v[0][0]);
    fill(N * N, &c[0][0], &w[0][0]);
    b[3][4] = v[3][4] = 0.0;
    mmjki(n, a, b, c);
    mmjki_(&n, u, v, w);
    int bad = differ(N * N, &c[0][0], &w[0][0]);
    printf("mmjki: %s\n", bad ? "different" : "same");
    return bad;
}
