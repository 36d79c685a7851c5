enum { N = 8 };

int count_placements(int n, const int *order, int *at, char *column, char *up, char *down);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, found, order[N], at[N];
static char column[N], up[2 * N], down[2 * N];
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

/* Another order of the columns visits the same placements in another order. */
void reset(int seed)
{
    state = (unsigned long long)seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(draw() * (i + 1));
        int kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

void once(void)
{
    found = count_placements(n, order, at, column, up, down);
}

double check(void)
{
    return found;
}
