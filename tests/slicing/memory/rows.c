#include <stdio.h>
static int grid[6][8];
static int count(int m[][8], int rows) {
    int i, j, c = 0;
    for (i = 0; i < rows; i++)
    for (j = 0; j < 8; j++)
    if (m[i][j] % 3 == 0)
    c++;
    return c;
}
static void set(int (*q)[8], int n) {
    int i;
    while (n-- > 0)
    {
        for (i = 0; i < 8; i++)
        (*q)[i] = n * i;
        q++;
    }
}
static int rowsum(int *r, int n) {
    int s = 0;
    while (n--)
    s += *r++;
    return s;
}
int main(void) {
    int c, k = 0, *p = &grid[1][2], *end = &grid[3][0];
    set(grid + 1, 4);
    c = count(grid, 6) + count(grid + 2, 3);
    while (c > 0)
    {
        c -= rowsum(grid[2], 3) + 1;
        k++;
    }
    for (; p < end; p += 2)
    if (*p > 4)
    k++;
    for (p = grid[0]; p != grid[5] + 8; p++)
    if (*p == 2)
    k += 2;
    while (k > 0)
    k -= 1 + grid[k % 6][3] % 4;
    printf("%d\n", k);
    return 0;
}
