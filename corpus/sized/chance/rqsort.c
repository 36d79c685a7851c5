/* Quick sort of n random numbers, insertion sort for short parts. */
#include <stdio.h>

#define MOST 200000
#define DEPTH 64

static unsigned a[MOST];

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int partition(int low, int high)
{
    unsigned pivot = a[low];
    int i = low - 1, j = high + 1;

    for (;;) {
        do
            i++;
        while (a[i] < pivot);
        do
            j--;
        while (a[j] > pivot);
        if (i >= j)
            return j;
        unsigned keep = a[i];
        a[i] = a[j];
        a[j] = keep;
    }
}

static void insertion(int low, int high)
{
    for (int i = low + 1; i <= high; i++) {
        unsigned value = a[i];
        int j = i - 1;
        while (j >= low && a[j] > value) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = value;
    }
}

int main(void)
{
    int low_of[DEPTH], high_of[DEPTH], n, top = 0;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = draw(&seed);
    low_of[0] = 0;
    high_of[0] = n - 1;
    while (top >= 0) {
        int low = low_of[top];
        int high = high_of[top];
        top--;
        while (high - low >= 12) {
            int middle = partition(low, high);
            top++;
            low_of[top] = middle + 1;
            high_of[top] = high;
            high = middle;
        }
        insertion(low, high);
    }
    printf("%u %u\n", a[0], a[n - 1]);
    return 0;
}
