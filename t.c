#include <stdio.h>
long kc[9];
static int depth;
static int walk(int n)
{
    kc[0]++;
    if (n < 2 || depth > 6)
        return 1;
    depth++;
    n = walk(n / 2) + walk(n - n / 2);
    depth--;
    return n;
}
int main(void)
{
    int n, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < walk(n); i++)
        kc[1]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
