/* Values of one polynomial per point by Horner's rule; the coefficients of a point lie together. */
void hornrs(int points, int degree, const double *restrict coefficients, const double *restrict x,
            double *restrict value)
{
    for (int i = 0; i < points; i++) {
        const double *c = coefficients + i * (degree + 1);
        double v = c[degree];

        for (int k = degree - 1; k >= 0; k--)
            v = v * x[i] + c[k];
        value[i] = v;
    }
}
