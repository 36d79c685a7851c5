#include "../check.h"

#define N 9

void cholsk(int n, double a[n][n], int *info);
void cholsk_(const int *n, double a[][N], int *info);

int main(void)
{
    double a[N][N], u[N][N];
    int info, other, bad = 0;
    const int n = N;
    for (int round = 0; round < 2; round++) {
        fill(N * N, &a[0][0], &u[0][0]);
        for (int i = 0; i < N; i++)
            a[i][i] = u[i][i] = round == 1 && i == 4 ? -1.0 : N;
        cholsk(n, a, &info);
        cholsk_(&n, u, &other);
        bad += differ(N * N, &a[0][0], &u[0][0]) + differ_whole(1, &info, &other);
    }
    printf("cholsk: %s\n", bad ? "different" : "same");
    return bad;
}
