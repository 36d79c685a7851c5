#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; unsigned char b[4]; };
static int total(const void *v, int n) {
    const unsigned *p = v;
    int i, k = 0;
    for (i = 0; i < n; i++)
    if (p[i] > 1000)
    k++;
    return k;
}
static int walk(const char *s) {
    const unsigned char *p = (const unsigned char *) s;
    int k = 0;
    while (*p)
    {
        if (*p > 127)
        k++;
        p++;
    }
    return k;
}
static int cmp(const void *a, const void *b) {
    return *(const short *) a < *(const short *) b;
}
static unsigned short shorts[5];
int main(void) {
    int a[3] = {-1, 5, -9}, k = 0, i;
    unsigned b[3];
    unsigned x = 3000000000u;
    struct s t = {-2, {200, 100, 3, 0}};
    int *p = (int *) &x;
    long w = -1;
    k += total(a, 3);
    memcpy(b, a, sizeof a);
    if (b[0] > 7)
    k++;
    k += walk("a\377\376b");
    if (*p < 0)
    k++;
    *p = -5;
    if (x > 77)
    k += 2;
    if (*(unsigned long *) &w > 12)
    k += 4;
    if (*(signed char *) &t.b[0] < 0)
    k += 8;
    for (i = 0; i < 5; i++)
    shorts[i] = 65533 + i % 3;
    for (i = 1; i < 5; i++)
    if (cmp(&shorts[i], &shorts[0]))
    k += 16;
    if (t.n < 0)
    k += 1;
    printf("%d\n", k);
    return 0;
}
