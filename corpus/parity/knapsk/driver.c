#include "../check.h"

#define N 8
#define M 40

int knapsk(int n, int m, const int *size, const int *value, int *best);
int knapsk_(const int *n, const int *m, const int *size, const int *value, int *best);

int main(void)
{
    int size[N], worth[N], best[M + 1], s[N], w[N], other[M + 1];
    const int n = N, m = M;
    fill_whole(N, size, s, 15);
    fill_whole(N, worth, w, 100);
    int c = knapsk(n, m, size, worth, best), fortran = knapsk_(&n, &m, s, w, other);
    int bad = differ_whole(1, &c, &fortran) + differ_whole(M + 1, best, other);
    printf("knapsk: %s\n", bad ? "different" : "same");
    return bad;
}
