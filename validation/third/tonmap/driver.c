void tonmap(int n, double knee, const double *in, double *out);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 40000 };

static int n = N;
static double in[N], out[N];

void setup(void)
{
    reset(1);
}

void reset(int seed)
{
    unsigned state = (unsigned)seed * 2654435761u + 1u;

    for (int i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (double)(state >> 8) / 8388608.0 - 0.5;
    }
}

void once(void)
{
    tonmap(n, 0.6, in, out);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        sum += out[i];
    return sum;
}
