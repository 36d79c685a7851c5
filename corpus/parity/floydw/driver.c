#include "../check.h"

#define N 12

void floydw(int n, int d[n][n]);
void floydw_(const int *n, int d[][N]);

int main(void)
{
    int d[N][N], e[N][N];
    const int n = N;
    fill_whole(N * N, &d[0][0], &e[0][0], 1000);
    floydw(n, d);
    floydw_(&n, e);
    int bad = differ_whole(N * N, &d[0][0], &e[0][0]);
    printf("floydw: %s\n", bad ? "different" : "same");
    return bad;
}
