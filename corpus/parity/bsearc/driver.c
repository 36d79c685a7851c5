#include "../check.h"

#define N 33

int bsearc(int n, const int *a, int key);
int bsearc_(const int *n, const int *a, const int *key);

int main(void)
{
    int a[N], bad = 0;
    const int n = N;
    for (int i = 0; i < N; i++)
        a[i] = 3 * i + i % 2;
    for (int key = -2; key < 3 * N + 2; key++) {
        int c = bsearc(n, a, key), fortran = bsearc_(&n, a, &key);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("bsearc: %s\n", bad ? "different" : "same");
    return bad;
}
