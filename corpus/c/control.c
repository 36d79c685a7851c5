/* switch with fall-through, do, jumps into loops, recursion, bit operations, narrow integers. */
#include <stdio.h>
#include <string.h>
enum { N = 6, M = N * 2 };
typedef struct { int rows, cols; double d[N][M]; } grid;
static grid g0 = { .rows = N, .cols = M };
static int depth;
static int walk(int d)
{
    if (d == 0)
        return 1;
    depth++;
    return walk(d - 1) + 1;
}
static void fillg(grid *g, double x)
{
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->cols; j++)
            g->d[i][j] = x;
    g->cols--;
}
static int classify(int x)
{
    switch (x) {
    case 0:
    case 1:
        return 1;
    case 2:
        x++;
    case 3:
        x += 2;
        break;
    case 7: {
        int y = x;
        x = y * 2;
    }
    default:
        x--;
    }
    return x;
}
int main(void)
{
    int c = 0;
    for (int k = 0; k < 3; k++)
        fillg(&g0, k);
    for (int i = 0; i < g0.cols; i++)
        c++;
    for (int i = 0; i < 9; i++)
        c += classify(i);
    int i = 0;
    do {
        i++;
        if (i == 3)
            continue;
        c++;
    } while (i < 6);
    i = 0;
    do
        c++;
    while (0);
    for (;;) {
        if (++i > 5)
            break;
        c++;
    }
    int a = 3, b = 0;
    if (a > 2 && b == 0)
        c++;
    if (a > 5 && ++b)
        c++;
    if (a > 5 || ++b)
        c++;
    for (int k = 0; k < b; k++)
        c++;
    int t = a > b ? a : b;
    for (int k = 0; k < t; k++)
        c++;
    int u = (a = 2, b = a * 3);
    for (int k = 0; k < u; k++)
        c++;
    int v = a++ + ++b;
    for (int k = 0; k < v; k++)
        c++;
    int arr[4] = {0};
    int m = 0;
    arr[m++] = 2;
    arr[m++] = 3;
    for (int k = 0; k < m; k++)
        c++;
    for (int k = 0; k < arr[1]; k++)
        c++;
    memset(arr, 0, sizeof arr);
    for (int k = 0; k < arr[1]; k++)
        c++;
    c += walk(4);
    for (int k = 0; k < depth; k++)
        c++;
    for (long k = 1L << 3; k >>= 1;)
        c++;
    for (size_t k = 0; k < sizeof arr / sizeof *arr; k++)
        c++;
    signed char s = 127;
    s++;
    for (int k = s; k < -120; k++)
        c++;
    unsigned short us = 65535;
    us += 3;
    for (int k = 0; k < us; k++)
        c++;
    unsigned x = 3;
    x -= 5;
    if (x > 100)
        c++;
    int neg = -7;
    for (int k = neg / 2; k < 0; k++)
        c++;
    for (int k = neg % 4; k < 0; k++)
        c++;
    for (int k = neg >> 1; k < 0; k++)
        c++;
    for (int k = 0; k < (neg & 6); k++)
        c++;
    goto inside;
    while (i < 10) {
        c++;
inside:
        i += 2;
    }
    printf("%d\n", c);
    return 0;
}
