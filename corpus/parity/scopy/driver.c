#include "../check.h"

#define N 30

void scopy(int n, float scale, const float *x, int incx, float *y, int incy);
void scopy_(const int *n, const float *scale, const float *x, const int *incx, float *y,
            const int *incy);

int main(void)
{
    float x[N], y[N], v[N];
    const float scale = 0.3f;
    int bad = 0;
    for (int incx = 1; incx <= 3; incx++) {
        int incy = 4 - incx, n = N / 3;
        for (int i = 0; i < N; i++) {
            x[i] = (float)value();
            y[i] = v[i] = 0.0f;
        }
        scopy(n, scale, x, incx, y, incy);
        scopy_(&n, &scale, x, &incx, v, &incy);
        for (int i = 0; i < N; i++)
            bad += y[i] != v[i];
    }
    printf("scopy: %s\n", bad ? "different" : "same");
    return bad;
}
