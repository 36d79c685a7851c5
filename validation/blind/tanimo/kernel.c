/* Tanimoto similarity of all pairs of binary fingerprints: common bits over bits in either. */
#include <stdint.h>

static int bits(uint64_t x)
{
    x = x - ((x >> 1) & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}

void tanimoto(int n, int words, const uint64_t *print, float *similarity)
{
    for (int i = 0; i < n; i++) {
        similarity[i * n + i] = 1.0f;
        for (int j = 0; j < i; j++) {
            int both = 0, either = 0;
            for (int k = 0; k < words; k++) {
                uint64_t a = print[i * words + k], b = print[j * words + k];
                both += bits(a & b);
                either += bits(a | b);
            }
            similarity[i * n + j] = (float)both / (float)either;
            similarity[j * n + i] = similarity[i * n + j];
        }
    }
}
