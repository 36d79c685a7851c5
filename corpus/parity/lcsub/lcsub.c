/* Length of the longest common subsequence of two lists; t is a table of m + 1 by n + 1. */
int lcsub(int m, int n, const int *a, const int *b, int (*t)[m + 1])
{
    int i, j;

    for (i = 0; i <= m; i++)
        t[0][i] = 0;
    for (j = 1; j <= n; j++) {
        t[j][0] = 0;
        for (i = 1; i <= m; i++)
            if (a[i - 1] == b[j - 1])
                t[j][i] = t[j - 1][i - 1] + 1;
            else
                t[j][i] = t[j][i - 1] > t[j - 1][i] ? t[j][i - 1] : t[j - 1][i];
    }
    return t[n][m];
}
