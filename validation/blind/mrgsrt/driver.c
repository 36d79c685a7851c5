void merge_sort(int n, double *a, double *work);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { LENGTH = 10000 };
static double a[LENGTH], work[LENGTH];
static int length;

static double urand(int *s)
{
    /* Park and Miller's generator, by Schrage's method */
    int k = *s / 127773;
    *s = 16807 * (*s - k * 127773) - 2836 * k;
    if (*s < 0)
        *s += 2147483647;
    return *s / 2147483647.0;
}

void setup(void)
{
    length = LENGTH;
}

void reset(int seed)
{
    int s = 8 + seed % 1000000;
    for (int i = 0; i < LENGTH; i++)
        a[i] = urand(&s);
}

void once(void)
{
    merge_sort(length, a, work);
}

/* negative if the order is wrong */
double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < LENGTH; i++) {
        if (i > 0 && a[i - 1] > a[i])
            return -1.0;
        sum += a[i] * (i + 1);
    }
    return sum;
}
