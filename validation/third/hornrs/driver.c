void hornrs(int points, int degree, const double *restrict coefficients, const double *restrict x,
            double *restrict value);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { POINTS = 4500, DEGREE = 24 };

static int points = POINTS, degree = DEGREE;
static double coefficients[POINTS * (DEGREE + 1)], x[POINTS], value[POINTS];

void setup(void)
{
    for (int i = 0; i < POINTS * (DEGREE + 1); i++)
        coefficients[i] = (double)(i % 19) / 19.0;
}

void reset(int seed)
{
    for (int i = 0; i < POINTS; i++)
        x[i] = (double)((i + seed) % 101) / 101.0;
}

void once(void)
{
    hornrs(points, degree, coefficients, x, value);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < POINTS; i++)
        sum += value[i];
    return sum;
}
