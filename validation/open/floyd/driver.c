enum { N = 90, FAR = 1000000 };

void shortest_paths(int n, int *length);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, length[N * N];
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
}

/* one pair in four is joined, by an edge of 1 to 100 */
void reset(int seed)
{
    state = (unsigned long long)seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            length[i * n + j] = i == j ? 0 : draw() < 0.25 ? 1 + (int)(100.0 * draw()) : FAR;
}

void once(void)
{
    shortest_paths(n, length);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < n * n; i++)
        sum += length[i];
    return sum;
}
