/* The longest rising subsequence of n random numbers, with piles of cards and binary search. */
#include <stdio.h>

#define MOST 100000

static unsigned pile[MOST];

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

int main(void)
{
    int n, piles = 0;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    for (int i = 0; i < n; i++) {
        unsigned card = draw(&seed);
        int low = 0, high = piles;
        while (low < high) {
            int middle = (low + high) / 2;
            if (pile[middle] < card)
                low = middle + 1;
            else
                high = middle;
        }
        pile[low] = card;
        if (low == piles)
            piles++;
    }
    printf("%d\n", piles);
    return 0;
}
