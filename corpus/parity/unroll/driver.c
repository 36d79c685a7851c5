#include "../check.h"

#define MOST 24

void unroll(int n, float a, float *x);
void unroll_(const int *n, const float *a, float *x);

int main(void)
{
    float x[MOST], u[MOST];
    const float a = 1.1f;
    int bad = 0;
    for (int n = 0; n <= MOST; n++) {
        for (int i = 0; i < MOST; i++)
            x[i] = u[i] = (float)value();
        unroll(n, a, x);
        unroll_(&n, &a, u);
        for (int i = 0; i < MOST; i++)
            bad += x[i] != u[i];
    }
    printf("unroll: %s\n", bad ? "different" : "same");
    return bad;
}
