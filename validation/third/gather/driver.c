void gather(int n, double scale, const int *index, const double *x, double *out);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 2000000, BLOCK = 64, LONG = 8000000 };

static int n = N, index_of[N];
static double x[LONG], out[N];

void setup(void)
{
    int blocks = LONG / BLOCK;

    for (int i = 0; i < LONG; i++)
        x[i] = (double)(i % 17);
    for (int i = 0; i < N; i++)
        index_of[i] = (int)((long long)(i / BLOCK) * 50021 % blocks) * BLOCK + i % BLOCK;
}

void reset(int seed)
{
    x[7] = (double)(seed % 17);
}

void once(void)
{
    gather(n, 0.5, index_of, x, out);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i += 101)
        sum += out[i];
    return sum;
}
