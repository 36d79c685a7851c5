#include "../check.h"

#define MOST 30

void bubble(int n, double *a);
void bubble_(const int *n, double *a);

int main(void)
{
    double a[MOST], u[MOST];
    int bad = 0;
    for (int n = 1; n <= MOST; n += 7) {
        fill(n, a, u);
        bubble(n, a);
        bubble_(&n, u);
        bad += differ(n, a, u);
    }
    printf("bubble: %s\n", bad ? "different" : "same");
    return bad;
}
