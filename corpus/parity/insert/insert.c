/* Insertion sort. */
void insert(int n, double *a)
{
    for (int i = 1; i < n; i++) {
        double key = a[i];
        int j = i - 1;
        while (j >= 0) {
            if (a[j] <= key)
                break;
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
    }
}
