/* Strength of the edges in a picture of height by width points: the Sobel filter, sum of absolute differences. */
void sobel(int height, int width, const float *picture, float *edges)
{
    for (int y = 1; y < height - 1; y++) {
        const float *above = picture + (y - 1) * width;
        const float *here = picture + y * width;
        const float *below = picture + (y + 1) * width;

        for (int x = 1; x < width - 1; x++) {
            float across = above[x + 1] - above[x - 1] + 2.0f * (here[x + 1] - here[x - 1])
                           + below[x + 1] - below[x - 1];
            float along = below[x - 1] - above[x - 1] + 2.0f * (below[x] - above[x])
                          + below[x + 1] - above[x + 1];

            if (across < 0.0f)
                across = -across;
            if (along < 0.0f)
                along = -along;
            edges[y * width + x] = across + along;
        }
    }
}
