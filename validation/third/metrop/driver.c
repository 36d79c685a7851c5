int metrop(int n, int sweeps, double chance, unsigned seed, int *spin);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 500 };

static int n = N, sweeps = 100, magnetisation;
static unsigned start;
static int spin[N];

void setup(void)
{
    reset(1);
}

void reset(int seed)
{
    start = (unsigned)seed * 2654435761u + 12345u;
    for (int i = 0; i < N; i++)
        spin[i] = i % 3 == 0 ? -1 : 1;
}

void once(void)
{
    magnetisation = metrop(n, sweeps, 0.1, start, spin);
}

double check(void)
{
    return magnetisation;
}
