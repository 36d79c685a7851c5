#include "../check.h"

#define N 6

int euclid(int n, const int x[]);
int euclid_(const int *n, const int *x);

int main(void)
{
    int x[N], u[N], bad = 0;
    const int n = N;
    for (int round = 0; round < 5; round++) {
        fill_whole(N, x, u, 500);
        for (int i = 0; i < N; i++) {
            x[i] *= 6 * round;
            u[i] *= 6 * round;
        }
        int c = euclid(n, x), fortran = euclid_(&n, u);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("euclid: %s\n", bad ? "different" : "same");
    return bad;
}
