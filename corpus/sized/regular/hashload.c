/* A hash table with chains, four keys to a chain; keys follow each other by a fixed stride. */
#include <stdio.h>

#define MOST 200000

static int first[MOST], next[MOST];
static unsigned key[MOST];

static int find(unsigned wanted, int chains)
{
    int at = first[wanted % (unsigned)chains];

    while (at >= 0) {
        if (key[at] == wanted)
            return at;
        at = next[at];
    }
    return -1;
}

int main(void)
{
    int n, chains, found = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    chains = n / 4;
    for (int i = 0; i < chains; i++)
        first[i] = -1;
    for (int i = 0; i < n; i++) {
        unsigned fresh = 3u * (unsigned)i + 1u;
        if (find(fresh, chains) >= 0)
            continue;
        key[i] = fresh;
        next[i] = first[fresh % (unsigned)chains];
        first[fresh % (unsigned)chains] = i;
    }
    for (int i = 0; i < 2 * n; i++) {
        if (find((unsigned)i, chains) >= 0)
            found++;
    }
    printf("%d\n", found);
    return 0;
}
