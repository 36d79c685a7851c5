#include "../check.h"

#define N 12
#define MOST 8

void bandmv(int n, int kl, int ku, double a[n][ku + kl + 1], const double *x, double *y);
void bandmv_(const int *n, const int *kl, const int *ku, double *a, const double *x, double *y);

int main(void)
{
    double a[N * MOST], b[N * MOST], x[N], u[N], y[N], v[N];
    const int n = N;
    int bad = 0;
    for (int kl = 0; kl < 4; kl++) {
        int ku = 3 - kl / 2;
        fill(N * MOST, a, b);
        fill(N, x, u);
        bandmv(n, kl, ku, (double (*)[ku + kl + 1])a, x, y);
        bandmv_(&n, &kl, &ku, b, u, v);
        bad += differ(N, y, v);
    }
    printf("bandmv: %s\n", bad ? "different" : "same");
    return bad;
}
