/* Old favourites: bit tricks, an unrolled copy that jumps into its loop, bisection, odd loop headers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int parity(unsigned x) { int p = 0; while (x) { p ^= x & 1; x >>= 1; } return p; }
static unsigned crc(const unsigned char *p, size_t len)
{
    unsigned c = 0xffffffffu;
    while (len--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}
static int duff(int *to, const int *from, int count)
{
    int n = (count + 7) / 8, c = 0;
    switch (count % 8) {
    case 0: do { *to++ = *from++; c++;
    case 7:      *to++ = *from++; c++;
    case 6:      *to++ = *from++; c++;
    case 5:      *to++ = *from++; c++;
    case 4:      *to++ = *from++; c++;
    case 3:      *to++ = *from++; c++;
    case 2:      *to++ = *from++; c++;
    case 1:      *to++ = *from++; c++;
            } while (--n > 0);
    }
    return c;
}
static void reverse(char *s)
{
    char *e = s + strlen(s) - 1;
    while (s < e) {
        char t = *s;
        *s++ = *e;
        *e-- = t;
    }
}
static int ctz(unsigned v) { int n = 0; while (!(v & 1)) { v >>= 1; n++; } return n; }
static long power(long b, unsigned e) { long r = 1; for (; e; e >>= 1, b *= b) if (e & 1) r *= b; return r; }
static int isqrt(int n) { int r = 0; while ((r + 1) * (r + 1) <= n) r++; return r; }
static double conv(double x) { int it = 0; while (x > 1e-3 && it < 50) { x *= 0.5; it++; } return it; }
int main(void)
{
    int c = 0, from[20], to[20];
    for (int i = 0; i < 20; i++)
        from[i] = i;
    c += parity(1234567u);
    c += (int)crc((const unsigned char *)"hello", 5) & 7;
    c += duff(to, from, 13);
    char word[] = "palindrome";
    reverse(word);
    c += ctz(96);
    c += (int)power(3, 13);
    c += isqrt(200);
    c += (int)conv(10.0);
    unsigned lo = 0, hi = 100;
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        if (mid * mid < 2000)
            lo = mid + 1;
        else
            hi = mid;
    }
    c += lo;
    int a = 48, b = 36;
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    c += a;
    int depth = 0, maxd = 0;
    for (const char *p = "(()(()))"; *p; ++p) {
        if (*p == '(' && ++depth > maxd)
            maxd = depth;
        else if (*p == ')')
            --depth;
    }
    c += maxd;
    size_t n = 10;
    while (n-- != 0)
        c++;
    size_t left = 1000;
    do {
        size_t chunk = left > 64 ? 64 : left;
        left -= chunk;
        c++;
    } while (left);
    unsigned char i8 = 200;
    for (i8 = 250; i8 > 200; i8++)
        c++;
    int x = 10;
    for (int y = x--; x > 0 && y > 0; x -= 2, y -= 3)
        c++;
    for (int i = 0, j; i < 5 && (j = i * 2) < 7; i++)
        c += j;
    int sum = 0;
    for (int i = 0; i < 10; sum += i++)
        if (sum > 20)
            goto out;
    c++;
out:
    for (int i = 100; (i -= 7) > 0;)
        c++;
    for (int i = 0; ++i < 6;)
        c++;
    while (c > 0 ? c > 1000000 : 0)
        c--;
    int k = 3;
    do while (k-- > 0) c++; while (k > 5);
    if (c) ; else c = 3;
    printf("%d %d\n", c, sum);
    return 0;
}
