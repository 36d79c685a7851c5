/* n bytes compressed by sorting blocks, and expanded again. */
#include <stdio.h>
#include "bzlib.h"

#define MOST 100000

static char plain[MOST], packed[2 * MOST], again[MOST];

int main(void)
{
    int n, i;
    unsigned int small = sizeof packed, size = sizeof again;
    unsigned long state = 1;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        state = (state * 16807) % 2147483647;
        plain[i] = "abcdefgh"[(state >> 8) & (i & 64 ? 7 : 1)];
    }
    if (BZ2_bzBuffToBuffCompress(packed, &small, plain, n, 1, 0, 30) != BZ_OK)
        return 2;
    if (BZ2_bzBuffToBuffDecompress(again, &size, packed, small, 0, 0) != BZ_OK)
        return 3;
    printf("%u %u\n", small, size);
    return 0;
}
