#include "../check.h"

#define N 30

int idamax(int n, const double *x, int incx);
int idamax_(const int *n, const double *x, const int *incx);

int main(void)
{
    double x[N], u[N];
    int bad = 0;
    fill(N, x, u);
    for (int incx = 0; incx <= 3; incx++)
        for (int n = 0; n <= N / 3; n += 5) {
            int c = idamax(n, x, incx), fortran = idamax_(&n, u, &incx);
            bad += differ_whole(1, &c, &fortran);
        }
    printf("idamax: %s\n", bad ? "different" : "same");
    return bad;
}
