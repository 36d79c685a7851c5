#include <math.h>

/* The force on each of n bodies from all others, softened by eps. */
void forces(int n, double eps, const double *x, const double *y, const double *z, const double *m,
            double *fx, double *fy, double *fz)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double sx = 0.0, sy = 0.0, sz = 0.0;

        for (int j = 0; j < n; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            double r2 = dx * dx + dy * dy + dz * dz + eps;
            double w = m[j] / (r2 * sqrt(r2));

            sx += w * dx;
            sy += w * dy;
            sz += w * dz;
        }
        fx[i] = m[i] * sx;
        fy[i] = m[i] * sy;
        fz[i] = m[i] * sz;
    }
}
