#include "../check.h"

#define N 8

double trace(int n, double a[n][n]);
double trace_(const int *n, double a[][N]);

int main(void)
{
    double a[N][N], u[N][N];
    const int n = N;
    fill(N * N, &a[0][0], &u[0][0]);
    double c = trace(n, a), fortran = trace_(&n, u);
    int bad = differ(1, &c, &fortran);
    printf("trace: %s\n", bad ? "different" : "same");
    return bad;
}
