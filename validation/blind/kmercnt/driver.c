#include <stdint.h>

int count_words(int n, const char *sequence, int k, int log_size, uint32_t *key, uint32_t *count);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { LENGTH = 24000, LOG_SIZE = 15 };
static char sequence[LENGTH];
static uint32_t key[1 << LOG_SIZE], count[1 << LOG_SIZE];
static int length, letters, log_size, different;

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
    letters = 11;
    log_size = LOG_SIZE;
}

/* random letters, now and then an unknown one or a copy of what came before */
void reset(int seed)
{
    int s = 73 + seed % 1000000, copy = 0, from = 0;
    for (int i = 0; i < LENGTH; i++) {
        double u = urand(&s);
        if (copy > 0) {
            sequence[i] = sequence[from++];
            copy--;
        } else {
            sequence[i] = "ACGT"[(int)(4 * u) % 4];
            if (urand(&s) < 0.002)
                sequence[i] = 'N';
            if (i > 1000 && urand(&s) < 0.005) {
                copy = (int)(100 * u);
                from = i - 1000;
            }
        }
    }
}

void once(void)
{
    different = count_words(length, sequence, letters, log_size, key, count);
}

double check(void)
{
    double sum = different;
    for (int i = 0; i < 1 << LOG_SIZE; i++)
        if (count[i] > 0)
            sum += count[i] * (double)count[i] + key[i] % 13;
    return sum;
}
