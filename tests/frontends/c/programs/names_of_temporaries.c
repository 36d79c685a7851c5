//< n=3
#include <stdio.h>
int tmp1 = 3;
static int tmp2(void) { return 5; }
static int outer(int n)
{
    int k = n > 2 ? n + 1 : n - 1, c = 0;
    for (int i = 0; i < tmp1; i++)
        c++;
    return c + k;
}
static int inner(int n)
{
    int tmp1 = n > 2 ? n + 1 : n - 1, j = tmp1 > 3 ? tmp2() : 7, k = 0;
    for (int i = 0; i < tmp1; i++)
        k++;
    for (int i = 0; i < j; i++)
        k++;
    return k;
}
static int first(int n)
{
    int tmp1 = n + 1, tmp2 = 15 - n, tmp3, k = 0;
    tmp3 = (n > 7) ? tmp2 : tmp1;
    for (int i = 0; i < tmp2; i++)
        k++;                                //=
    for (int i = 0; i < tmp1; i++)
        k++;                                //=
    return k + tmp3;
}
int main(void)
{
    int n;
    scanf("%d", &n);
    return outer(n) + inner(n) + first(n) < 0;
}
