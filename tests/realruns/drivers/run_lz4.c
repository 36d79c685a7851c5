/* n bytes compressed fast and thoroughly, and expanded again. */
#include <stdio.h>
#include "lz4.h"
#include "lz4hc.h"

#define MOST 100000

static char plain[MOST], packed[2 * MOST], again[MOST];

int main(void)
{
    int n, i, fast, small;
    unsigned long state = 1;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        state = (state * 16807) % 2147483647;
        plain[i] = "abcdefgh"[(state >> 8) & (i & 64 ? 7 : 1)];
    }
    fast = LZ4_compress_default(plain, packed, n, sizeof(packed));
    if (LZ4_decompress_safe(packed, again, fast, sizeof(again)) != n)
        return 2;
    small = LZ4_compress_HC(plain, packed, n, sizeof(packed), 9);
    if (LZ4_decompress_safe(packed, again, small, sizeof(again)) != n)
        return 3;
    printf("%d %d\n", fast, small);
    return 0;
}
