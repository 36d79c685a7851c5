#include "../check.h"

#define N 12
#define MOST 9

void horner(int m, int n, const double *c, const double *x, double *y);
void horner_(const int *m, const int *n, const double *c, const double *x, double *y);

int main(void)
{
    double c[MOST], x[N], y[N], b[MOST], u[N], v[N];
    const int n = N;
    int bad = 0;
    for (int m = 0; m < MOST; m += 4) {
        fill(MOST, c, b);
        fill(N, x, u);
        horner(m, n, c, x, y);
        horner_(&m, &n, b, u, v);
        bad += differ(N, y, v);
    }
    printf("horner: %s\n", bad ? "different" : "same");
    return bad;
}
