/* Merge sort from below, of two sorted halves that are shuffled into each other. */
#include <stdio.h>

#define MOST 200000

static int a[MOST], b[MOST];

static int merge(const int *from, int *to, int low, int middle, int high)
{
    int i = low, j = middle, k = low, compared = 0;

    while (i < middle && j < high) {
        compared++;
        if (from[j] < from[i])
            to[k++] = from[j++];
        else
            to[k++] = from[i++];
    }
    while (i < middle)
        to[k++] = from[i++];
    while (j < high)
        to[k++] = from[j++];
    return compared;
}

int main(void)
{
    int n, compared = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = i < n / 2 ? 2 * i + 1 : 2 * (i - n / 2);
    for (int width = 1; width < n; width *= 2) {
        for (int low = 0; low < n; low += 2 * width) {
            int middle = low + width < n ? low + width : n;
            int high = low + 2 * width < n ? low + 2 * width : n;
            compared += merge(a, b, low, middle, high);
        }
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
    printf("%d %d\n", compared, a[n - 1]);
    return 0;
}
