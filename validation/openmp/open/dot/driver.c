enum { N = 4500000 };

double dot(int n, const double *x, const double *y);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n;
static double x[N], y[N], result;

void setup(void)
{
    n = N;
    for (int i = 0; i < N; i++) {
        x[i] = 1.0 + i % 8;
        y[i] = 1.0 + i % 4;
    }
}

void reset(int seed)
{
    x[0] = seed % 16;
}

void once(void)
{
    result = dot(n, x, y);
}

double check(void)
{
    return result;
}
