#include "../check.h"

#define NA 15
#define NB 6

void conv1d(int na, int nb, const double a[], const double b[], double y[]);
void conv1d_(const int *na, const int *nb, const double *a, const double *b, double *y);

int main(void)
{
    double a[NA], b[NB], y[NA + NB], u[NA], v[NB], w[NA + NB];
    const int na = NA, nb = NB;
    fill(NA, a, u);
    fill(NB, b, v);
    conv1d(na, nb, a, b, y);
    conv1d_(&na, &nb, u, v, w);
    int bad = differ(NA + NB - 1, y, w);
    printf("conv1d: %s\n", bad ? "different" : "same");
    return bad;
}
