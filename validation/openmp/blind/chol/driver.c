enum { N = 260 };

void chol(int n, double *a);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n;
static double a[N * N];

void setup(void)
{
    n = N;
}

void reset(int seed)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i * N + j] = i == j ? 2.0 * N + seed % 10 : 1.0 / (1.0 + (i + j) % 7);
}

void once(void)
{
    chol(n, a);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            sum += a[i * N + j];
    return sum;
}
