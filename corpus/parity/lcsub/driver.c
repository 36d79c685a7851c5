#include "../check.h"

#define M 14
#define N 11

int lcsub(int m, int n, const int *a, const int *b, int (*t)[m + 1]);
int lcsub_(const int *m, const int *n, const int *a, const int *b, int (*t)[M + 1]);

int main(void)
{
    int a[M], b[N], t[N + 1][M + 1], u[M], v[N], w[N + 1][M + 1];
    const int m = M, n = N;
    fill_whole(M, a, u, 4);
    fill_whole(N, b, v, 4);
    int c = lcsub(m, n, a, b, t), fortran = lcsub_(&m, &n, u, v, w);
    int bad = differ_whole(1, &c, &fortran);
    bad += differ_whole((M + 1) * (N + 1), &t[0][0], &w[0][0]);
    printf("lcsub: %s\n", bad ? "different" : "same");
    return bad;
}
