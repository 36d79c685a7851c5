enum { ROWS = 1800, COLUMNS = 1900 };

void jacobi_step(int rows, int columns, double h, const double *u, const double *f, double *next);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int rows, columns;
static double h, u[ROWS * COLUMNS], f[ROWS * COLUMNS], next[ROWS * COLUMNS];

void setup(void)
{
    rows = ROWS;
    columns = COLUMNS;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        u[i] = 1.0 + (i % 23) / 23.0;
        f[i] = 1.0 + (i % 31) / 31.0;
        next[i] = 1.0;
    }
}

void reset(int seed)
{
    h = 0.1 + (seed % 100) / 1000.0;
}

void once(void)
{
    jacobi_step(rows, columns, h, u, f, next);
}

/* a sample, so that checking takes less time than the work */
double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < ROWS * COLUMNS; i += 997)
        sum += next[i];
    return sum;
}
