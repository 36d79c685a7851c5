#include <stdio.h>
union u { struct { unsigned lo : 4, hi : 4; } f; unsigned w; unsigned char b; int i; };
union u x;
static union u y;
int main(void) {
    int k = 0, i, t[4];
    for (i = 0; i < 4; i++) t[i] = (i * 3) % 4;
    x.w = 0; y.w = 7;
    x.f.lo = 3 + t[3];
    for (i = 0; i < (int) x.w + t[1]; i++)
        k++;
    y.f.hi = t[1];
    if (y.w > 10)
        k += 2;
    if (y.b == 55)
        k += 2;
    while (k > 0)
        k -= 1 + t[k % 4];
    printf("%d\n", k);
    return 0;
}
