enum { N = 20000, M = 3000 };

void find_places(int n, const double *table, int m, const double *value, int *place);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, m, place[M];
static double table[N], value[M];
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
    m = M;
    for (int i = 0; i < n; i++)
        table[i] = (double)i / N;
}

void reset(int seed)
{
    state = (unsigned long long)seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < m; i++)
        value[i] = draw();
}

void once(void)
{
    find_places(n, table, m, value, place);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < m; i++)
        sum += place[i];
    return sum;
}
