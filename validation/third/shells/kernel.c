/* Sorts n numbers by insertion with shrinking gaps. */
void shells(int n, double *a)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            double value = a[i];
            int j = i;

            while (j >= gap && a[j - gap] > value) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = value;
        }
}
