/* Union and find over n elements joined pair by pair, then in fours, and so on. */
#include <stdio.h>

#define MOST 200000

static int parent[MOST], members[MOST];

static int root(int at)
{
    while (parent[at] != at) {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    return at;
}

int main(void)
{
    int n, sets;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        parent[i] = i;
        members[i] = 1;
    }
    sets = n;
    for (int gap = 1; gap < n; gap *= 2) {
        for (int i = 0; i + gap < n; i += 2 * gap) {
            int a = root(i);
            int b = root(i + gap);
            if (a == b)
                continue;
            if (members[a] < members[b]) {
                int keep = a;
                a = b;
                b = keep;
            }
            parent[b] = a;
            members[a] += members[b];
            sets--;
        }
    }
    for (int i = 0; i < n; i++)
        sets += root(i) == root(0) ? 0 : 1;
    printf("%d\n", sets);
    return 0;
}
