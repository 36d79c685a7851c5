#include "../check.h"

double simpsn(double a, double b, int n);
double simpsn_(const double *a, const double *b, const int *n);

int main(void)
{
    const double a = 0.0, b = 2.0;
    int bad = 0;
    for (int n = 1; n <= 40; n += 13) {
        double c = simpsn(a, b, n), fortran = simpsn_(&a, &b, &n);
        bad += differ(1, &c, &fortran);
    }
    printf("simpsn: %s\n", bad ? "different" : "same");
    return bad;
}
