/* CASE halves: -7 0 | 0 0 | 1 0 | 2 0 | 7 3 | 1000 5 | 100003 9 EXACT 1 2 3 4 5 6 */
#include <math.h>
void halves(int n, int m) {
    int a = (int)(n * 0.75), b = n / 2.0 + 0.5, c = floor(n / 3.0), d = (int)ceil(-n * 0.125) + n;
    for (int i = 0; i < ceil(n / 2.0); i++)
        kount[1]++;
    for (int i = 0; i < a; i++)
        kount[2]++;
    for (int i = 0; i < b; i++)
        kount[3]++;
    for (int i = 0; i < c; i++)
        kount[4]++;
    for (int i = 0; i < d; i++)
        kount[5]++;
    for (int i = 0; i < n / 7.0 - m; i++)
        kount[6]++;
}
/* CASE roots: 0 0 | 1 0 | 2 1 | 3 0 | 6 0 | 7 2 | 8 0 | 9 3 | 99 1 | 100 1 | 2147395600 4 | 2147395599 4 EXACT 1 2 3 4 5 6 7 */
#include <math.h>
void roots(int n, int m) {
    int r = sqrt(n), h = (int)(sqrt((double)n) + 0.5), f = floor(sqrt((double)n)) + m;
    for (int i = 2; i <= r; i++)
        kount[1]++;
    for (int i = 2; i <= sqrt(n); i++)
        kount[2]++;
    for (int i = 0; i < sqrt(n); i++)
        kount[3]++;
    for (int i = 1; i < ceil(sqrt(n)); i++)
        kount[4]++;
    for (int i = 0; i < h; i++)
        kount[5]++;
    for (int i = 0; i < f; i++)
        kount[6]++;
    if (sqrt(n) > m + 1)
        kount[7]++;
}
/* CASE no_roots: -3 -9 | -1 0 | 4 -5 EXACT */
#include <math.h>
void no_roots(int n, int m) {
    for (int i = m; i <= sqrt(n); i++)
        kount[1]++;
    if (m < sqrt(n))
        kount[2]++;
    if (m > sqrt(n))
        kount[3]++;
    if (m >= sqrt(n))
        kount[4]++;
}
/* CASE levels: 1 0 | 2 1 | 3 2 | 4 3 | 7 4 | 8 9 | 536870912 20 | 536870911 3 | 1073741824 7 | 2147483647 -2 EXACT 1 2 3 4 */
#include <math.h>
void levels(int n, int m) {
    int a = log(n) / log(2), b = (int)floor(log2(n)), c = log10(n), d = pow(2, m);
    for (int i = 0; i < a; i++)
        kount[1]++;
    for (int i = 0; i < b; i++)
        kount[2]++;
    for (int i = 0; i < c; i++)
        kount[3]++;
    for (int i = 0; i < d; i++)
        kount[4]++;
}
/* CASE tens: 1 0 | 10 1 | 1000 2 | 1000000000 3 | 999999999 4 | 125 2 EXACT */
#include <math.h>
void tens(int n, int m) {
    int a = log(n) / log(10), b = log(n) / log(5), c = n * 0.1, d = n / 3.0 * 3.0, e = n * 0.3333333;
    int f = sqrt(n / 2.0), g = sqrt(n) * 2, h = n * 0.5f, k = 1.0f * n / 3;
    for (int i = 0; i < a; i++)
        kount[1]++;
    for (int i = 0; i < b; i++)
        kount[2]++;
    if (c % 7 == m)
        kount[3]++;
    if (d % 7 == m)
        kount[4]++;
    if (e % 7 == m)
        kount[5]++;
    if (f % 7 == m)
        kount[6]++;
    if (g % 7 == m)
        kount[7]++;
    if (h % 7 == m)
        kount[8]++;
    if (k % 7 == m)
        kount[9]++;
}
