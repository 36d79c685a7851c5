/* How many pairs of numbers up to n have no common divisor. */
#include <stdio.h>

static int gcd(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    int n, coprime = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= i; j++) {
            if (gcd(i, j) == 1)
                coprime++;
        }
    }
    printf("%d\n", coprime);
    return 0;
}
