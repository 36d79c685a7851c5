/* Shortest ways between all pairs of n places (Floyd and Warshall). */
void floydw(int n, int d[n][n])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                int new = d[k][i] + d[j][k];
                if (new < d[j][i])
                    d[j][i] = new;
            }
}
