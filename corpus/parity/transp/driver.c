#include "../check.h"

#define N 9

void transp(int n, float a[n][n]);
void transp_(const int *n, float a[][N]);

int main(void)
{
    float a[N][N], u[N][N];
    const int n = N;
    int bad = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[j][i] = u[j][i] = (float)value();
    transp(n, a);
    transp_(&n, u);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            bad += a[j][i] != u[j][i];
    printf("transp: %s\n", bad ? "different" : "same");
    return bad;
}
