enum { HEIGHT = 2900, WIDTH = 3100 };

void sobel(int height, int width, const float *picture, float *edges);
void setup(void);
void reset(int seed);
void once(void);
double check(void);

static int height, width;
static float picture[HEIGHT * WIDTH], edges[HEIGHT * WIDTH];

/* a smooth ramp with sharp lines across */
void setup(void)
{
    height = HEIGHT;
    width = WIDTH;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            picture[y * WIDTH + x] = 1.0f + 0.25f * (float)((x + 2 * y) % 16);
}

void reset(int seed)
{
    picture[WIDTH + 1] = 1.0f + 0.25f * (float)(seed % 16);
}

void once(void)
{
    sobel(height, width, picture, edges);
}

/* a sample, so that checking takes less time than the work */
double check(void)
{
    double sum = 0.0;

    for (int i = 0; i < HEIGHT * WIDTH; i += 997)
        sum += edges[i];
    return sum;
}
