#include <math.h>

enum { N = 300000 };

double arctan(int n, double x);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int n;
static double x, result;

void setup(void)
{
    n = N;
}

void reset(int seed)
{
    x = 1.0 + seed % 8;
}

void once(void)
{
    result = arctan(n, x);
}

/* rounded, as the order of the additions is open */
double check(void)
{
    return floor(result * 1.0e6);
}
