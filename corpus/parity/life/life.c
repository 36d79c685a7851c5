/* One generation of the game of life; the border of next stays as it is. */
void life(int m, int n, int cell[n][m], int next[n][m])
{
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < m - 1; i++) {
            int near = -cell[j][i];
            for (int dj = -1; dj <= 1; dj++)
                for (int di = -1; di <= 1; di++)
                    near += cell[j + dj][i + di];
            if (near == 3)
                next[j][i] = 1;
            else if (near != 2)
                next[j][i] = 0;
            else
                next[j][i] = cell[j][i];
        }
}
