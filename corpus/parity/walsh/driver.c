#include "../check.h"

#define MOST 64

void walsh(int n, double *x);
void walsh_(const int *n, double *x);

int main(void)
{
    double x[MOST], u[MOST];
    int bad = 0;
    for (int n = 1; n <= MOST; n *= 4) {
        fill(n, x, u);
        walsh(n, x);
        walsh_(&n, u);
        bad += differ(n, x, u);
    }
    printf("walsh: %s\n", bad ? "different" : "same");
    return bad;
}
