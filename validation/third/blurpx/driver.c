void blurpx(int height, int width, const float *restrict in, float *restrict middle, float *restrict out);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

enum { HEIGHT = 250, WIDTH = 290 };

static int height = HEIGHT, width = WIDTH;
static float in[HEIGHT * WIDTH], middle[HEIGHT * WIDTH], out[HEIGHT * WIDTH];

void setup(void)
{
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        in[i] = (float)(i * 31 % 256);
}

void reset(int seed)
{
    in[0] = (float)(seed % 256);
}

void once(void)
{
    blurpx(height, width, in, middle, out);
}

double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < HEIGHT * WIDTH; i++)
        sum += out[i];
    return sum;
}
