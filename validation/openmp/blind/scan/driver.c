enum { BLOCKS = 64, LENGTH = 131072 };

void scan(int blocks, int length, double *a, double *ends);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int blocks, length;
static double a[BLOCKS * LENGTH], ends[BLOCKS];

void setup(void)
{
    blocks = BLOCKS;
    length = LENGTH;
}

void reset(int seed)
{
    for (int i = 0; i < BLOCKS * LENGTH; i++)
        a[i] = 1.0 + (i + seed) % 3;
}

void once(void)
{
    scan(blocks, length, a, ends);
}

double check(void)
{
    return a[BLOCKS * LENGTH - 1] + a[BLOCKS * LENGTH / 2];
}
