#include <math.h>

void encode(int width, int height, const float c[8][8], const float q[8][8], const float *image, short *coefficient);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { WIDTH = 20, HEIGHT = 18 };
static float image[HEIGHT * 8 * WIDTH * 8], cosine[8][8], scale[8][8];
static short coefficient[HEIGHT * WIDTH * 64];
static int width, height;

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
    width = WIDTH;
    height = HEIGHT;
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++) {
            cosine[u][x] = (float)((u ? 0.5 : sqrt(0.125)) * cos((2 * x + 1) * u * 3.14159265358979 / 16));
            scale[u][x] = 1.0f / (float)(8 + 2 * (u + x));
        }
}

void reset(int seed)
{
    int s = 21 + seed % 1000000;
    for (int i = 0; i < HEIGHT * 8; i++)
        for (int j = 0; j < WIDTH * 8; j++)
            image[i * WIDTH * 8 + j] = (float)floor(80 * sin(0.1 * i) * cos(0.07 * j) + 20 * urand(&s));
}

void once(void)
{
    encode(width, height, (const float(*)[8])cosine, (const float(*)[8])scale, image, coefficient);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < HEIGHT * WIDTH * 64; i++)
        sum += coefficient[i] * (double)(1 + i % 64);
    return sum;
}
