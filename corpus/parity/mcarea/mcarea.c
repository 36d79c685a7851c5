/* Area of the quarter circle with n random points. */
static int seed;

/* The next random number between 0 and 1. */
static float uniran(void)
{
    seed = (seed * 1366 + 150889) % 714025;
    return seed / 714025.0f;
}

/* Starts the random numbers. */
void setran(int start)
{
    seed = start;
}

float mcarea(int n)
{
    int hits = 0;
    for (int i = 0; i < n; i++) {
        float x = uniran();
        float y = uniran();
        if (x * x + y * y > 1.0f)
            continue;
        hits++;
    }
    return 1.0f * hits / n;
}
