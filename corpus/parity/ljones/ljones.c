/* Lennard-Jones forces in a periodic box, pairs beyond the cut-off left out; returns the energy. */
double ljones(int n, double box, double rcut, const double *x, const double *y, const double *z,
              double *fx, double *fy, double *fz)
{
    double half = box / 2.0;
    double energy = 0.0;

    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            double dx = x[i] - x[j];
            double dy = y[i] - y[j];
            double dz = z[i] - z[j];
            if (dx > half) dx -= box;
            if (dx < -half) dx += box;
            if (dy > half) dy -= box;
            if (dy < -half) dy += box;
            if (dz > half) dz -= box;
            if (dz < -half) dz += box;
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < rcut * rcut) {
                double s6 = 1.0 / (r2 * r2 * r2);
                energy += 4.0 * s6 * (s6 - 1.0);
                double f = 48.0 * s6 * (s6 - 0.5) / r2;
                fx[i] += f * dx;
                fy[i] += f * dy;
                fz[i] += f * dz;
                fx[j] -= f * dx;
                fy[j] -= f * dy;
                fz[j] -= f * dz;
            }
        }
    }
    return energy;
}
