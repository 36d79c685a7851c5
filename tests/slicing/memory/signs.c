#include <stdio.h>
struct s { int i; };
struct t { unsigned i; };
static int g = -3;
static int big(unsigned *p) {
    return *p > 5;
}
static int bigs(unsigned char *p, int n) {
    int i, k = 0;
    for (i = 0; i < n; i++)
    if (p[i] > 100)
    k++;
    return k;
}
int main(void) {
    int i = -1, a[4] = {-1, 2, -3, 4}, k = 0, t;
    unsigned *p = (unsigned *) a;
    signed char c[4] = {-1, 2, -3, 4};
    unsigned w[3] = {4000000000u, 2, 3};
    int *q = (int *) w;
    if (*(unsigned *) &i > 5)
    k = 7;
    if (*(unsigned *) &g > 5)
    k += 3;
    for (t = 0; t < 4; t++)
    if (p[t] > 5)
    k += 2;
    if (big((unsigned *) &i))
    k++;
    if (bigs((unsigned char *) c, 4) > 1)
    k++;
    if (q[0] < 0)
    k++;
    if (*(unsigned char *) c > 200)
    k++;
    printf("%d\n", k);
    return 0;
}
