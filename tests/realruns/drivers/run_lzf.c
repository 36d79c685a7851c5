/* n bytes compressed and expanded again. */
#include <stdio.h>
#include "lzf.h"

#define MOST 100000

static char plain[MOST], packed[2 * MOST], again[MOST];

int main(void)
{
    int n, i;
    unsigned int small;
    unsigned long state = 1;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        state = (state * 16807) % 2147483647;
        plain[i] = "abcdefgh"[(state >> 8) & (i & 64 ? 7 : 1)];
    }
    small = lzf_compress(plain, n, packed, sizeof packed);
    if (small == 0 || lzf_decompress(packed, small, again, sizeof again) != n)
        return 2;
    printf("%u\n", small);
    return 0;
}
