/* Shortest ways between n towns on a ring with two lengths of roads. */
#include <stdio.h>

#define MOST 200
#define FAR 1000000

static int d[MOST][MOST];

int main(void)
{
    int n, better = 0;
    long sum = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i == j)
                d[i][j] = 0;
            else if ((i + 1) % n == j || (j + 1) % n == i)
                d[i][j] = 2;
            else if ((i + 5) % n == j)
                d[i][j] = 7;
            else
                d[i][j] = FAR;
        }
    }
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            if (d[i][k] == FAR)
                continue;
            for (int j = 0; j < n; j++) {
                int way = d[i][k] + d[k][j];
                if (way < d[i][j]) {
                    d[i][j] = way;
                    better++;
                }
            }
        }
    }
    for (int i = 0; i < n; i++)
        sum += d[0][i];
    printf("%d %ld\n", better, sum);
    return 0;
}
