/* The greatest value that fits into a sack of size m, of n things with sizes and values. */
#define MAX(x, y) ((x) > (y) ? (x) : (y))

int knapsk(int n, int m, const int *size, const int *value, int *best)
{
    for (int k = 0; k <= m; k++)
        best[k] = 0;
    for (int i = 0; i < n; i++)
        for (int k = m; k >= size[i]; k--)
            best[k] = MAX(best[k], best[k - size[i]] + value[i]);
    return best[m];
}
