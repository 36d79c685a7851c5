#include <stdio.h>
union u {
    int i;
    unsigned n;
    double d;
    char c[8];
}
;
union u x;
int main(void) {
    int k = 0, t, a[4];
    for (t = 0; t < 4; t++)
    a[t] = (t * 3) % 4 - 2;
    x.i = a[0] - 1;
    if (x.n > 5)
    k = 7;
    x.d = 2.5;
    while (x.d > 0.3)
    {
        x.d /= 1.5 + a[1];
        k++;
    }
    x.i = 3;
    for (t = 0; t < x.i + a[1]; t++)
    k += 2;
    while (k > 0)
    k -= a[k % 4] + 3;
    printf("%d\n", k);
    return 0;
}
