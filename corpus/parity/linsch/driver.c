#include "../check.h"

#define N 12

int linsch(int n, const int *a, int key);
int linsch_(const int *n, const int *a, const int *key);

int main(void)
{
    int a[N], u[N], bad = 0;
    const int n = N;
    fill_whole(N, a, u, 20);
    for (int key = 0; key < 20; key++) {
        int c = linsch(n, a, key), fortran = linsch_(&n, u, &key);
        bad += differ_whole(1, &c, &fortran);
    }
    printf("linsch: %s\n", bad ? "different" : "same");
    return bad;
}
