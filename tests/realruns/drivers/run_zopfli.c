/* n bytes compressed as thoroughly as the format allows. */
#include <stdio.h>
#include <stdlib.h>
#include "zopfli.h"

#define MOST 20000

static unsigned char plain[MOST];

int main(void)
{
    int n, i;
    unsigned long state = 1;
    unsigned char *packed = 0;
    size_t size = 0;
    ZopfliOptions options;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        state = (state * 16807) % 2147483647;
        plain[i] = "abcdefgh"[(state >> 8) & (i & 64 ? 7 : 1)];
    }
    ZopfliInitOptions(&options);
    ZopfliCompress(&options, ZOPFLI_FORMAT_ZLIB, plain, n, &packed, &size);
    printf("%d\n", (int)size);
    free(packed);
    return 0;
}
