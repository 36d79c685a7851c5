#include "../check.h"

#define N 25

void thomas(int n, const double *a, const double *b, double *c, double *d);
void thomas_(const int *n, const double *a, const double *b, double *c, double *d);

int main(void)
{
    double a[N], b[N], c[N], d[N], p[N], q[N], r[N], s[N];
    int bad = 0;
    for (int n = 1; n <= N; n += 12) {
        fill(N, a, p);
        fill(N, b, q);
        fill(N, c, r);
        fill(N, d, s);
        for (int i = 0; i < N; i++) {
            b[i] += 4.0;
            q[i] += 4.0;
        }
        thomas(n, a, b, c, d);
        thomas_(&n, p, q, r, s);
        bad += differ(N, d, s);
    }
    printf("thomas: %s\n", bad ? "different" : "same");
    return bad;
}
