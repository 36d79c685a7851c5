/* Breadth-first search in a random graph of n nodes, each with edges to three others. */
#include <stdio.h>

#define MOST 100000
#define EDGES 3

static int to[MOST][EDGES], level[MOST], queue[MOST];

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

int main(void)
{
    int n, head = 0, tail = 0, reached = 0, deepest = 0;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    for (int i = 0; i < n; i++) {
        level[i] = -1;
        for (int k = 0; k < EDGES; k++)
            to[i][k] = (int)(draw(&seed) % (unsigned)n);
    }
    level[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int at = queue[head++];
        reached++;
        if (level[at] > deepest)
            deepest = level[at];
        for (int k = 0; k < EDGES; k++) {
            int other = to[at][k];
            if (level[other] < 0) {
                level[other] = level[at] + 1;
                queue[tail++] = other;
            }
        }
    }
    printf("%d %d\n", reached, deepest);
    return 0;
}
