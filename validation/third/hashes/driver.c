void hashes(int n, int length, int slots, const unsigned char *keys, int *count);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { N = 16000, LENGTH = 16, SLOTS = 4096 };

static int n = N, length = LENGTH, slots = SLOTS;
static unsigned char keys[N * LENGTH];
static int count[SLOTS];

void setup(void)
{
    reset(1);
}

void reset(int seed)
{
    unsigned state = (unsigned)seed;

    for (int i = 0; i < N * LENGTH; i++) {
        state = state * 1664525u + 1013904223u;
        keys[i] = (unsigned char)(state >> 24);
    }
}

void once(void)
{
    hashes(n, length, slots, keys, count);
}

double check(void)
{
    double sum = 0.0;

    for (int s = 0; s < SLOTS; s++)
        sum += (double)count[s] * count[s];
    return sum;
}
