#include <stdint.h>

void tanimoto(int n, int words, const uint64_t *print, float *similarity);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { PRINTS = 120, WORDS = 16 };
static uint64_t print[PRINTS * WORDS];
static float similarity[PRINTS * PRINTS];
static int prints, words;

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
    prints = PRINTS;
    words = WORDS;
}

void reset(int seed)
{
    int s = 15 + seed % 1000000;
    for (int i = 0; i < PRINTS * WORDS; i++) {
        uint64_t x = 0;
        for (int k = 0; k < 64; k++)
            x = x << 1 | (urand(&s) < 0.3);
        print[i] = x;
    }
}

void once(void)
{
    tanimoto(prints, words, print, similarity);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < PRINTS * PRINTS; i++)
        sum += similarity[i] * (1 + i % 7);
    return sum;
}
