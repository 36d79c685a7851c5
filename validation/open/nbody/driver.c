enum { N = 60 };

struct body { double x, y, z, vx, vy, vz, mass; };

void integrate(int n, struct body *b, int steps, double dt, double softening);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, steps;
static double dt, softening;
static struct body bodies[N];
static unsigned long long state;

/* uniform in [0, 1): linear congruential generator modulo 2**64, high bits */
static double draw(void)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

void setup(void)
{
    n = N;
    steps = 10;
    dt = 0.001;
    softening = 0.05;
}

void reset(int seed)
{
    state = (unsigned long long)seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < n; i++) {
        struct body *b = &bodies[i];

        b->x = 2.0 * draw() - 1.0;
        b->y = 2.0 * draw() - 1.0;
        b->z = 2.0 * draw() - 1.0;
        b->vx = draw() - 0.5;
        b->vy = draw() - 0.5;
        b->vz = draw() - 0.5;
        b->mass = (0.5 + draw()) / N;
    }
}

void once(void)
{
    integrate(n, bodies, steps, dt, softening);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += bodies[i].x + 2.0 * bodies[i].y + 3.0 * bodies[i].vz + 10.0;
    return sum;
}
