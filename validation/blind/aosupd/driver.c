struct particle {
    double x[3], v[3];
    double mass;
    int cell, kind;
};

void push(int n, double dt, double g, struct particle *p);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { COUNT = 1200000 };
static struct particle particles[COUNT];
static int count;
static double step, gravity;

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
    count = COUNT;
    step = 0.01;
    gravity = 9.81;
}

void reset(int seed)
{
    int s = 3 + seed % 1000000;
    for (int i = 0; i < count; i++) {
        struct particle *p = particles + i;
        for (int k = 0; k < 3; k++) {
            p->x[k] = urand(&s);
            p->v[k] = p->x[k] - 0.5;
        }
        p->mass = 1.0;
        p->cell = i;
        p->kind = i % 3;
    }
}

void once(void)
{
    push(count, step, gravity, particles);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += particles[i].x[0] + 2.0 * particles[i].x[1] + 3.0 * particles[i].x[2] + particles[i].v[2];
    return sum / count;
}
