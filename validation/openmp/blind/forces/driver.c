enum { N = 700 };

void forces(int n, double eps, const double *x, const double *y, const double *z, const double *m,
            double *fx, double *fy, double *fz);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n;
static double eps, x[N], y[N], z[N], m[N], fx[N], fy[N], fz[N];

void setup(void)
{
    n = N;
    for (int i = 0; i < N; i++) {
        x[i] = (i * 7 % 101) / 101.0;
        y[i] = (i * 11 % 103) / 103.0;
        z[i] = (i * 13 % 107) / 107.0;
        m[i] = 1.0 + (i % 5) / 5.0;
    }
}

void reset(int seed)
{
    eps = 0.01 + (seed % 100) / 1000.0;
}

void once(void)
{
    forces(n, eps, x, y, z, m, fx, fy, fz);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        sum += fx[i] * fx[i] + fy[i] * fy[i] + fz[i] * fz[i];
    return sum;
}
