/* Fourier transform of 2**m complex values, in place: bit reversal, then m stages. */
#include <math.h>

void radix2(int m, double *xr, double *xi)
{
    const double pi = 3.14159265358979;
    int n = 1 << m;
    int j = 0;
    double t;

    for (int i = 0; i < n - 1; i++) {
        if (i < j) {
            t = xr[i];
            xr[i] = xr[j];
            xr[j] = t;
            t = xi[i];
            xi[i] = xi[j];
            xi[j] = t;
        }
        int k = n / 2;
        while (k <= j) {
            j -= k;
            k /= 2;
        }
        j += k;
    }
    int le = 1;
    while (le < n) {
        for (j = 0; j < le; j++) {
            double angle = pi * j / le;
            double wr = cos(angle);
            double wi = sin(angle);
            for (int i = j; i < n; i += 2 * le) {
                int l = i + le;
                double tr = wr * xr[l] - wi * xi[l];
                double ti = wr * xi[l] + wi * xr[l];
                xr[l] = xr[i] - tr;
                xi[l] = xi[i] - ti;
                xr[i] += tr;
                xi[i] += ti;
            }
        }
        le = 2 * le;
    }
}
