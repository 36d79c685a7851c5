/* Distances on a grid of n rows and m columns with walls on every fourth row, breadth first. */
#include <stdio.h>

#define MOST 400

static int distance[MOST][MOST];
static int queue_row[MOST * MOST], queue_column[MOST * MOST];

static int is_wall(int i, int j, int m)
{
    if (i % 4 != 2)
        return 0;
    return (i / 4) % 2 == 0 ? j < m - 1 : j > 0;
}

int main(void)
{
    static const int down[4] = {1, -1, 0, 0}, right[4] = {0, 0, 1, -1};
    int n, m, head = 0, tail = 0, farthest = 0;

    if (scanf("%d %d", &n, &m) != 2)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            distance[i][j] = -1;
    distance[0][0] = 0;
    queue_row[tail] = 0;
    queue_column[tail] = 0;
    tail++;
    while (head < tail) {
        int row = queue_row[head];
        int column = queue_column[head];
        head++;
        if (distance[row][column] > farthest)
            farthest = distance[row][column];
        for (int k = 0; k < 4; k++) {
            int i = row + down[k];
            int j = column + right[k];
            if (i < 0 || i >= n || j < 0 || j >= m)
                continue;
            if (is_wall(i, j, m) || distance[i][j] >= 0)
                continue;
            distance[i][j] = distance[row][column] + 1;
            queue_row[tail] = i;
            queue_column[tail] = j;
            tail++;
        }
    }
    printf("%d %d\n", tail, farthest);
    return 0;
}
