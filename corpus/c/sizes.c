/* Loops in two sizes that are read. */
#include <stdio.h>
int main(void)
{
    int n, m, c = 0;
    scanf("%d %d", &n, &m);
    for (int i = n; i < m; i += 3)
        c++;
    for (int i = m; i >= n; i -= 4)
        c++;
    for (int i = 0; i != n; i++)
        c++;
    for (int i = n; i; i--)
        c++;
    for (int i = n; i > 0; i /= 2)
        c++;
    for (int i = 1; i < m; i *= 2)
        c++;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (j > i)
    continue;
            if (i + j == n)
    break;
            c++;
        }
    for (int i = 0; i < n / 2; i++)
        c++;
    for (int i = 0; i < (n + 1) / 2 - m % 3; i++)
        c++;
    for (int i = -n; i < n; i++)
        c++;
    for (int i = 0; i < n; i++)
        if (i % 3 == 1)
            for (int j = i; j < m; j += 2)
                c++;
        else if (i & 1)
            c++;
    int k = n;
    while (k > 10)
        k -= 4;
    for (int i = 0; i < k; i++)
        c++;
    int a = n, b = m;
    while (a < b) {
        a += 2;
        b -= 3;
    }
    for (int i = 0; i < b + 100; i++)
        c++;
    int t = n > m ? n : m;
    for (int i = 0; i < t; i++)
        c++;
    int s = 0;
    for (int i = 1; i <= n; i++)
        s += i;
    for (int i = 0; i < s; i++)
        c++;
    if (n > 5 && m > 8)
        c++;
    if (n > 5 || m > 80)
        c++;
    if (!(n > 5 && m > 8))
        c++;
    for (int i = 0; i < n && i < m; i++)
        c++;
    for (int i = 0; i < n || i < m; i++)
        c++;
    do { c++; n--; } while (n > 0 && m > 0);
    switch (m) { case 1: c++; case 2: c++;
    break; case 9: c--; default: c += 2; }
    int f = n * 2;
    f <<= 1;
    f -= m >> 1;
    for (int i = f; i < 50; i++)
        c++;
    unsigned u = m;
    for (unsigned i = 0; i < u; i++)
        c++;
    for (unsigned i = u; i-- > 2;)
        c++;
    for (long i = 0; i < (long)m * m; i++)
        c++;
    for (int i = 0; i < (m & 3); i++)
        c++;
    for (int i = 0; i < (m ^ 1); i++)
        c++;
    for (int i = m; i % 5; i++)
        c++;
    printf("%d\n", c);
    return 0;
}
