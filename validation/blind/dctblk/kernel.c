/* Cosine transform and quantisation of an image in blocks of 8 by 8, single precision. */
static void dct8(const float c[8][8], const float *in, int stride, float out[8][8])
{
    float t[8][8];
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++) {
            float s = 0.0f;
            for (int y = 0; y < 8; y++)
                s += c[u][y] * in[y * stride + x];
            t[u][x] = s;
        }
    for (int u = 0; u < 8; u++)
        for (int v = 0; v < 8; v++) {
            float s = 0.0f;
            for (int x = 0; x < 8; x++)
                s += t[u][x] * c[v][x];
            out[u][v] = s;
        }
}

/* Width and height are in blocks; the coefficients of a block are stored one after the other. */
void encode(int width, int height, const float c[8][8], const float q[8][8], const float *image, short *coefficient)
{
    float block[8][8];
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            dct8(c, image + (j * width * 8 + i) * 8, 8 * width, block);
            for (int u = 0; u < 8; u++)
                for (int v = 0; v < 8; v++)
                    coefficient[((j * width + i) * 8 + u) * 8 + v] = (short)(block[u][v] * q[u][v] + 1024.5f) - 1024;
        }
}
