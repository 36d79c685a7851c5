/* for, while and do in unusual forms. */
#include <stdio.h>
int main(void)
{
    int c = 0, n = 10;
    for (int i = 0; i < n; i++) {
        if (i == 4)
            goto skip;
        c++;
    }
    c += 100;
skip:
    for (int i = 0; i < c; i++)
        n++;
    int k = 0;
    do {
        if (k == 2) { k += 3; continue; }
        k++;
    } while (k < 9);
    for (int i = 0; i < k; i++)
        c++;
    for (int i = 0, j = 20; i < j; i += 2, j -= 1)
        c++;
    for (int i = 0; i * i < 50; i++)
        c++;
    for (int i = 1; i <= 100; i *= 3)
        c++;
    for (int i = 100; i; i >>= 1)
        c++;
    for (int i = 0; i < 20 && c > -1; i++)
        c++;
    int i;
    for (i = 0; i < 20; i++)
        if (i % 7 == 6)
            break;
    for (int j = 0; j < i; j++)
        c++;
    for (i = 10; i-- > 0;)
        if (i & 1)
            c++;
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 5; b++)
            for (int d = b; d >= a; d--)
                if (d != b)
                    c++;
    for (int a = 10, b; (b = a - 3) > 0; a = b)
        c++;
    int x = 7, y = 3, q = 0;
    while (x >= y) {
        x -= y;
        q++;
    }
    for (int j = 0; j < q; j++)
        c++;
    unsigned m = 0;
    for (unsigned b = 1; b; b <<= 1)
        m++;
    for (unsigned j = 0; j < m; j++)
        c++;
    unsigned short w = 0;
    do
        w -= 4096;
    while (w);
    signed char e = 120;
    while (e > 0)
        e++;
    long long big = 1;
    while (big < 1000000000000LL)
        big *= 10;
    int r = 0;
    for (int j = 1; j < 6; j++) {
        switch (j) {
        case 1: r += 1; continue;
        case 2 ... 3: r += 10; break;
        case 4: r += 100; goto next;
        default: r += 1000;
        }
        r++;
next:   ;
    }
    for (int j = 0; j < r / 10; j++)
        c++;
    for (;;) {
        if (c++ > 2000) break;
        if (c % 2) continue;
        c += 3;
    }
    int sgn = (c > 0) - (c < 0);
    for (int j = 0; j < sgn; j++)
        c++;
    int t = c > 5 ? c > 10 ? 3 : 2 : 1;
    for (int j = 0; j < t; j++)
        c++;
    int zz = 0, *pz = &zz;
    for (*pz = 0; *pz < 4; ++*pz)
        c++;
    for (zz = 0; zz < 5; (*pz)++)
        c++;
    int arr[3] = {0, 0, 0};
    for (arr[1] = 0; arr[1] < 6; arr[1]++)
        c++;
    struct { int i; } st;
    for (st.i = 0; st.i < 3; st.i++)
        c++;
    printf("%d\n", c);
    return 0;
}
