enum { N = 40000, BINS = 1024 };

void histo(int n, const int *v, int *bins);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, v[N], bins[BINS];

void setup(void)
{
    n = N;
}

void reset(int seed)
{
    unsigned next = (unsigned)seed;

    for (int i = 0; i < N; i++) {
        next = next * 1664525u + 1013904223u;
        v[i] = (int)(next >> 22);
    }
    for (int i = 0; i < BINS; i++)
        bins[i] = 0;
}

void once(void)
{
    histo(n, v, bins);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < BINS; i++)
        sum += (double)bins[i] * i;
    return sum;
}
