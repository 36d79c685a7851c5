/* n bytes compressed at two levels and expanded again, with both check sums. */
#include <stdio.h>
#include <zlib.h>

#define MOST 100000

static unsigned char plain[MOST], packed[2 * MOST], again[MOST];

int main(void)
{
    int n, i;
    unsigned long state = 1;
    uLongf length, size;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        state = (state * 16807) % 2147483647;
        plain[i] = "abcdefgh"[(state >> 8) & (i & 64 ? 7 : 1)];
    }
    for (i = 1; i <= 9; i += 5) {
        length = sizeof(packed);
        if (compress2(packed, &length, plain, n, i) != Z_OK)
            return 2;
        size = sizeof(again);
        if (uncompress(again, &size, packed, length) != Z_OK)
            return 3;
    }
    printf("%lu %lu %lu\n", length, adler32(1, again, n), crc32(0, again, n));
    return 0;
}
