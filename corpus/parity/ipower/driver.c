#include "../check.h"

double ipower(double x, int k);
double ipower_(const double *x, const int *k);

int main(void)
{
    const double x = 1.0625;
    int bad = 0;
    for (int k = 0; k < 50; k += 7) {
        double c = ipower(x, k), fortran = ipower_(&x, &k);
        bad += differ(1, &c, &fortran);
    }
    printf("ipower: %s\n", bad ? "different" : "same");
    return bad;
}
