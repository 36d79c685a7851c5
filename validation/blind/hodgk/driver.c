struct neurons {
    int n;
    double *v, *m, *h, *g, *current;
};

void integrate(struct neurons *p, int steps, double dt);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { COUNT = 150 };
static double v[COUNT], m[COUNT], h[COUNT], g[COUNT], current[COUNT], dt;
static struct neurons neurons;
static int steps;

static double urand(int *s)
{
    /* Park and Miller's generator, by Schrage's method */
    int k = *s / 127773;
    *s = 16807 * (*s - k * 127773) - 2836 * k;
    if (*s < 0)
        *s += 2147483647;
    return *s / 2147483647.0;
}

void setup(void)
{
    neurons.n = COUNT;
    neurons.v = v;
    neurons.m = m;
    neurons.h = h;
    neurons.g = g;
    neurons.current = current;
    steps = 20;
    dt = 0.02;
}

void reset(int seed)
{
    int s = 52 + seed % 1000000;
    for (int i = 0; i < COUNT; i++) {
        v[i] = -65.0 + 40.0 * urand(&s);
        m[i] = 0.05 + 0.1 * urand(&s);
        h[i] = 0.6;
        g[i] = 0.32;
        current[i] = 20.0 * urand(&s);
    }
}

void once(void)
{
    integrate(&neurons, steps, dt);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < COUNT; i++)
        sum += v[i] + m[i] + h[i] + g[i];
    return sum;
}
