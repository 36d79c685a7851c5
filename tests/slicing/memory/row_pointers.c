#include <stdio.h>
#include <stdlib.h>
struct m { int n; int (*rows)[6]; };
static int tot(int n, int a[n][n]) {
    int i, j, s = 0;
    for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
    if (a[i][j] & 1)
    s++;
    return s;
}
static int (*pick(int (*q)[6], int k))[6] {
    return q + k;
}
static int g3[3][4][5];
static int deep(int (*q)[4][5], int n) {
    int s = 0;
    int (*r)[5];
    while (n-- > 0)
    {
        for (r = q[0]; r < q[0] + 4; r++)
        s += (*r)[n] + r[0][1];
        q++;
    }
    return s;
}
int main(void) {
    int n = 5, i, j, k, t, (*z)[6], w[7][6], (*e)[6];
    int (*v)[n] = malloc(n * sizeof *v);
    int h[n][n + 1];
    struct m s;
    for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
    v[i][j] = (i * 3 + j * 7) % 11;
    k = tot(n, v);
    for (t = 0; t < k; t++)
    printf(".");
    s.n = 7;
    s.rows = w;
    for (i = 0; i < s.n; i++)
    for (j = 0; j < 6; j++)
    s.rows[i][j] = (i * 5 + j) % 9;
    s.rows++;
    z = pick(s.rows, 2);
    for (t = 0; t < z[0][1] + (*(z + 1))[2] + z[-1][3]; t++)
    k++;
    e = w + 7;
    for (z = w; z < e; z++)
    if ((*z)[2] > 3)
    k += 3;
    k += e - z + (&w[5] - &w[2]);
    z = &w[1] + 1;
    for (t = 0; t < z[1][0]; t++)
    k += 2;
    for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++)
    for (t = 0; t < 5; t++)
    g3[i][j][t] = (i + 2 * j + 3 * t) % 7;
    k += deep(g3, 3);
    n = 3;
    for (i = 0; i < 5; i++)
    for (j = 0; j < 6; j++)
    h[i][j] = i * j % 5;
    for (t = 0; t < *(*(h + 2) + 3) + h[4][5] + *(h[1] + 2); t++)
    k++;
    while (k > 0)
    k -= 1 + (*(w + k % 7))[k % 6] + v[k % 5][k % 3];
    printf("%d\n", k);
    return 0;
}
