struct vector { double x, y, z; };

double sqrt(double);

static struct vector difference(struct vector a, struct vector b)
{
    struct vector d = {a.x - b.x, a.y - b.y, a.z - b.z};

    return d;
}

static double squared(struct vector a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

static void add_scaled(struct vector *sum, double factor, struct vector a)
{
    sum->x += factor * a.x;
    sum->y += factor * a.y;
    sum->z += factor * a.z;
}

/* Forces on n bodies of equal mass, softened; returns the energy of all pairs. */
double bodies(int n, double softening, const struct vector *place, struct vector *force)
{
    double energy = 0.0;

    for (int i = 0; i < n; i++) {
        struct vector sum = {0.0, 0.0, 0.0};

        for (int j = 0; j < n; j++) {
            struct vector d = difference(place[j], place[i]);
            double r2 = squared(d) + softening;
            double inverse = 1.0 / sqrt(r2);

            add_scaled(&sum, inverse / r2, d);
            energy -= inverse;
        }
        force[i] = sum;
    }
    return 0.5 * energy;
}
