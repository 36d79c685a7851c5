#include "../check.h"

#define N 15
#define MOST (N * 4)

void csrmv(int n, const int *irow, const int *icol, const double *a, const double *x, double *y);
void csrmv_(const int *n, const int *irow, const int *icol, const double *a, const double *x,
            double *y);

int main(void)
{
    int irow[N + 1], icol[MOST], jrow[N + 1], jcol[MOST], entries = 0;
    double a[MOST], b[MOST], x[N], u[N], y[N], v[N];
    const int n = N;
    fill(MOST, a, b);
    fill(N, x, u);
    for (int i = 0; i <= N; i++) {
        irow[i] = entries;
        jrow[i] = entries + 1;
        for (int k = 0; i < N && k < i % 4; k++) {
            icol[entries] = (3 * i + 5 * k) % N;
            jcol[entries] = icol[entries] + 1;
            entries++;
        }
    }
    csrmv(n, irow, icol, a, x, y);
    csrmv_(&n, jrow, jcol, b, u, v);
    int bad = differ(N, y, v);
    printf("csrmv: %s\n", bad ? "different" : "same");
    return bad;
}
