static float mean5(const float *p, int step)
{
    return 0.2f * (p[-2 * step] + p[-step] + p[0] + p[step] + p[2 * step]);
}

/* Means of five along rows into middle, then along columns into out. */
void blurpx(int height, int width, const float *restrict in, float *restrict middle, float *restrict out)
{
    for (int y = 0; y < height; y++)
        for (int x = 2; x < width - 2; x++)
            middle[y * width + x] = mean5(in + y * width + x, 1);
    for (int y = 2; y < height - 2; y++)
        for (int x = 2; x < width - 2; x++)
            out[y * width + x] = mean5(middle + y * width + x, width);
}
