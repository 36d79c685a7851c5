#include "../check.h"

#define N 8

void lupiv(int n, double a[n][n], int *ipiv, int *info);
void lupiv_(const int *n, double a[][N], int *ipiv, int *info);

int main(void)
{
    double a[N][N], u[N][N];
    int p[N], q[N], info, other, bad = 0;
    const int n = N;
    for (int round = 0; round < 2; round++) {
        fill(N * N, &a[0][0], &u[0][0]);
        if (round == 1)
            for (int i = 0; i < N; i++)
                a[5][i] = u[5][i] = 0.0;
        lupiv(n, a, p, &info);
        lupiv_(&n, u, q, &other);
        int done = info ? 6 : N;
        for (int i = 0; i < done; i++)
            q[i]--;
        bad += differ(N * N, &a[0][0], &u[0][0]) + differ_whole(1, &info, &other);
        bad += differ_whole(done, p, q);
    }
    printf("lupiv: %s\n", bad ? "different" : "same");
    return bad;
}
