/* n people in a circle, every third one leaves, until one is left. */
#include <stdio.h>

#define MOST 100000

static int next[MOST];
static char gone[MOST];

int main(void)
{
    int n, at, left, steps = 0, skipped = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        next[i] = i + 1 < n ? i + 1 : 0;
    left = n;
    at = n - 1;
    while (left > 1) {
        int counted = 0;
        while (counted < 3) {
            at = next[at];
            steps++;
            if (gone[at]) {
                skipped++;
                continue;
            }
            counted++;
        }
        gone[at] = 1;
        left--;
    }
    do {
        at = next[at];
    } while (gone[at]);
    printf("%d %d %d\n", at, steps, skipped);
    return 0;
}
