/* Gravity between all pairs of n bodies: accelerations acc, positions pos, masses. */
#include <math.h>

#define DIM 3

void nbody(int n, double pos[][DIM], const double *mass, double acc[][DIM])
{
    double d[DIM];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < DIM; k++)
            acc[i][k] = 0.0;
    for (int i = 0; i < n - 1; i++) {
        for (int j = i + 1; j < n; j++) {
            double r2 = 1.0e-6;
            for (int k = 0; k < DIM; k++) {
                d[k] = pos[j][k] - pos[i][k];
                r2 += d[k] * d[k];
            }
            double r3 = r2 * sqrt(r2);
            for (int k = 0; k < DIM; k++) {
                acc[i][k] += mass[j] * d[k] / r3;
                acc[j][k] -= mass[i] * d[k] / r3;
            }
        }
    }
}
