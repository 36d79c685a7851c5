#include "../check.h"

#define N 9

void redblk(int n, double omega, double u[n + 2][n + 2]);
void redblk_(const int *n, const double *omega, double u[][N + 2]);

int main(void)
{
    double u[N + 2][N + 2], v[N + 2][N + 2];
    const int n = N;
    const double omega = 1.4;
    fill((N + 2) * (N + 2), &u[0][0], &v[0][0]);
    redblk(n, omega, u);
    redblk_(&n, &omega, v);
    int bad = differ((N + 2) * (N + 2), &u[0][0], &v[0][0]);
    printf("redblk: %s\n", bad ? "different" : "same");
    return bad;
}
