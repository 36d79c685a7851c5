/* Position of the first element of largest magnitude, counted from 0; -1 if there is none. */
#include <math.h>

int idamax(int n, const double *x, int incx)
{
    if (n < 1 || incx <= 0)
        return -1;
    int best = 0;
    double big = fabs(x[0]);
    int ix = incx;
    for (int i = 1; i < n; i++) {
        if (fabs(x[ix]) > big) {
            best = i;
            big = fabs(x[ix]);
        }
        ix += incx;
    }
    return best;
}
