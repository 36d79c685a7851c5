#include "../check.h"

void trapez(double a, double b, int n, double *result);
void trapez_(const double *a, const double *b, const int *n, double *result);

int main(void)
{
    double result[2], other[2];
    const double a = 0.0, b = 2.0;
    int bad = 0;
    for (int n = 1; n <= 60; n += 20) {
        trapez(a, b, n, result);
        trapez_(&a, &b, &n, other);
        bad += differ(2, result, other);
    }
    printf("trapez: %s\n", bad ? "different" : "same");
    return bad;
}
