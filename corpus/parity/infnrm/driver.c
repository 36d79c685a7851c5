#include "../check.h"

#define M 8
#define N 11

double infnrm(int m, int n, double a[n][m], double *work);
double infnrm_(const int *m, const int *n, double a[][M], double *work);

int main(void)
{
    double a[N][M], u[N][M], work[M];
    const int m = M, n = N;
    fill(N * M, &a[0][0], &u[0][0]);
    double c = infnrm(m, n, a, work), fortran = infnrm_(&m, &n, u, work);
    int bad = differ(1, &c, &fortran);
    printf("infnrm: %s\n", bad ? "different" : "same");
    return bad;
}
