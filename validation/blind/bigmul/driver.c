#include <stdint.h>

void multiply(int na, const uint32_t *a, int nb, const uint32_t *b, uint32_t *product);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { DIGITS_A = 420, DIGITS_B = 400 };
static uint32_t a[DIGITS_A], b[DIGITS_B], product[DIGITS_A + DIGITS_B];
static int digits_a, digits_b;

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
    digits_a = DIGITS_A;
    digits_b = DIGITS_B;
}

void reset(int seed)
{
    int s = 29 + seed % 1000000;
    for (int i = 0; i < DIGITS_A; i++)
        a[i] = (uint32_t)(4294967295.0 * urand(&s));
    for (int i = 0; i < DIGITS_B; i++)
        b[i] = (uint32_t)(4294967295.0 * urand(&s));
}

void once(void)
{
    multiply(digits_a, a, digits_b, b, product);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < DIGITS_A + DIGITS_B; i++)
        sum += product[i] % 1000003 * (double)(1 + i % 17);
    return sum;
}
