/* Fills a table along its diagonals: each element needs its left and its upper neighbour. */
#define max(a, b) ((a) >= (b) ? (a) : (b))
#define min(a, b) ((b) < (a) ? (b) : (a))

void wavefr(int m, int n, double t[n][m])
{
    for (int k = 2; k <= m + n - 2; k++)
        for (int j = max(1, k - m + 1); j <= min(n - 1, k - 1); j++) {
            int i = k - j;
            t[j][i] = 0.5 * (t[j][i - 1] + t[j - 1][i]);
        }
}
