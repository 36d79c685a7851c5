enum { MOST = 60000 };

int count_primes(int n, unsigned char *composite);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static unsigned char composite[MOST + 1];
static int n, primes;

void setup(void)
{
    n = MOST;
}

void reset(int seed)
{
    composite[seed % MOST] = 1; /* what is left over must not matter */
}

void once(void)
{
    primes = count_primes(n, composite);
}

double check(void)
{
    return primes;
}
