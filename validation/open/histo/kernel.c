/* Spreads the 256 grey levels of an image so that each occurs about equally often (histogram equalisation). */
void equalise(int pixels, const unsigned char *image, unsigned char *result)
{
    int histogram[256], below = 0;
    unsigned char level[256];

    for (int i = 0; i < 256; i++)
        histogram[i] = 0;
    for (int i = 0; i < pixels; i++)
        histogram[image[i]]++;
    for (int i = 0; i < 256; i++) {
        below += histogram[i];
        level[i] = (unsigned char)((255.0 * below) / pixels + 0.5);
    }
    for (int i = 0; i < pixels; i++)
        result[i] = level[image[i]];
}
