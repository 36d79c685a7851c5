/* Random keys in a hash table with n chains: n put in, then 2 n looked for. */
#include <stdio.h>

#define MOST 100000

static int first[MOST], next[MOST], used;
static unsigned key[MOST];

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int find(unsigned wanted, int n)
{
    int at = first[wanted % (unsigned)n];

    while (at >= 0 && key[at] != wanted)
        at = next[at];
    return at;
}

int main(void)
{
    int n, hits = 0, double_keys = 0;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    for (int i = 0; i < n; i++)
        first[i] = -1;
    for (int i = 0; i < n; i++) {
        unsigned fresh = draw(&seed) % (4u * (unsigned)n);
        if (find(fresh, n) >= 0) {
            double_keys++;
            continue;
        }
        key[used] = fresh;
        next[used] = first[fresh % (unsigned)n];
        first[fresh % (unsigned)n] = used;
        used++;
    }
    for (int i = 0; i < 2 * n; i++) {
        if (find(draw(&seed) % (4u * (unsigned)n), n) >= 0)
            hits++;
    }
    printf("%d %d %d\n", used, double_keys, hits);
    return 0;
}
