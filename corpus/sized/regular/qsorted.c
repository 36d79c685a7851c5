/* Quick sort with the middle element as pivot and a stack of its own, on data that is sorted. */
#include <stdio.h>

#define MOST 200000
#define DEPTH 64

static int a[MOST];

int main(void)
{
    int low_of[DEPTH], high_of[DEPTH];
    int n, top = 0, swaps = 0, parts = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = 7 * i;
    low_of[0] = 0;
    high_of[0] = n - 1;
    while (top >= 0) {
        int low = low_of[top];
        int high = high_of[top];
        top--;
        while (low < high) {
            int i = low, j = high;
            int pivot = a[low + (high - low) / 2];
            parts++;
            while (i <= j) {
                while (a[i] < pivot)
                    i++;
                while (a[j] > pivot)
                    j--;
                if (i <= j) {
                    int keep = a[i];
                    a[i] = a[j];
                    a[j] = keep;
                    swaps++;
                    i++;
                    j--;
                }
            }
            if (i < high) {
                top++;
                low_of[top] = i;
                high_of[top] = high;
            }
            high = j;
        }
    }
    printf("%d %d %d\n", parts, swaps, a[n - 1]);
    return 0;
}
