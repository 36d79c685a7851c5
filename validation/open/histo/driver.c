enum { PIXELS = 480 * 320 };

void equalise(int pixels, const unsigned char *image, unsigned char *result);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int pixels;
static unsigned char image[PIXELS], result[PIXELS];
static unsigned long long state;

/* uniform in [0, 1): linear congruential generator modulo 2**64, high bits */
static double draw(void)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

void setup(void)
{
    pixels = PIXELS;
}

/* dark and light noise: neighbours have the same level now and then, as in a picture */
void reset(int seed)
{
    state = (unsigned long long)seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < pixels; i++)
        image[i] = (unsigned char)(60.0 + 40.0 * draw() + 40.0 * draw());
}

void once(void)
{
    equalise(pixels, image, result);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < pixels; i++)
        sum += result[i];
    return sum;
}
