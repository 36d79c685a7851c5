#include "../check.h"

#define MOST 32

void radix2(int m, double *xr, double *xi);
void radix2_(const int *m, double *xr, double *xi);

int main(void)
{
    double xr[MOST], xi[MOST], ur[MOST], ui[MOST];
    int bad = 0;
    for (int m = 1; m <= 5; m++) {
        fill(MOST, xr, ur);
        fill(MOST, xi, ui);
        radix2(m, xr, xi);
        radix2_(&m, ur, ui);
        bad += differ(MOST, xr, ur) + differ(MOST, xi, ui);
    }
    printf("radix2: %s\n", bad ? "different" : "same");
    return bad;
}
