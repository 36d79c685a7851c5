void shells(int n, double *a);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 6000 };

static int n = N;
static double a[N];

void setup(void)
{
    reset(1);
}

void reset(int seed)
{
    unsigned state = (unsigned)seed * 747796405u + 1u;

    for (int i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        a[i] = (double)(state >> 8);
    }
}

void once(void)
{
    shells(n, a);
}

double check(void)
{
    int ordered = 1;

    for (int i = 1; i < N; i++)
        ordered = ordered && a[i - 1] <= a[i];
    return ordered;
}
