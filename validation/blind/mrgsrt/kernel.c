/* Bottom-up merge sort; the result is in a. */
static void merge(const double *from, double *to, int low, int middle, int high)
{
    int i = low, j = middle;
    for (int k = low; k < high; k++) {
        if (i < middle && (j >= high || from[i] <= from[j]))
            to[k] = from[i++];
        else
            to[k] = from[j++];
    }
}

void merge_sort(int n, double *a, double *work)
{
    for (int width = 1; width < n; width *= 2) {
        for (int low = 0; low < n; low += 2 * width) {
            int middle = low + width < n ? low + width : n;
            int high = low + 2 * width < n ? low + 2 * width : n;
            merge(a, work, low, middle, high);
        }
        for (int i = 0; i < n; i++)
            a[i] = work[i];
    }
}
