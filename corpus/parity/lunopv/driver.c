#include "../check.h"

#define N 11

void lunopv(int n, double a[n][n]);
void lunopv_(const int *n, double a[][N]);

int main(void)
{
    double a[N][N], u[N][N];
    const int n = N;
    fill(N * N, &a[0][0], &u[0][0]);
    for (int i = 0; i < N; i++)
        a[i][i] = u[i][i] = N + i;
    lunopv(n, a);
    lunopv_(&n, u);
    int bad = differ(N * N, &a[0][0], &u[0][0]);
    printf("lunopv: %s\n", bad ? "different" : "same");
    return bad;
}
