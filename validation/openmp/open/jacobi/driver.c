enum { N = 256, STEPS = 20 };

void jacobi(int n, int steps, double *u, double *w);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n, steps;
static double u[N * N], w[N * N];

void setup(void)
{
    n = N;
    steps = STEPS;
}

void reset(int seed)
{
    for (int i = 0; i < N * N; i++)
        u[i] = w[i] = (i * 7 + seed) % 64;
}

void once(void)
{
    jacobi(n, steps, u, w);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N * N; i += 3)
        sum += u[i];
    return sum;
}
