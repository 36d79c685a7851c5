void colsum(int rows, int columns, const double *a, double *sum, double *largest);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { ROWS = 2800, COLUMNS = 3000 };

static int rows = ROWS, columns = COLUMNS;
static double a[ROWS * COLUMNS], sum[COLUMNS], largest[COLUMNS];

void setup(void)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        a[i] = (double)(i % 1013);
}

void reset(int seed)
{
    a[5] = (double)(seed % 1013);
}

void once(void)
{
    colsum(rows, columns, a, sum, largest);
}

double check(void)
{
    double all = 0.0;

    for (int c = 0; c < COLUMNS; c++)
        all += sum[c] + largest[c];
    return all;
}
