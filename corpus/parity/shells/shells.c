/* Shell sort with gaps halved. */
void shells(int n, int *a)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            int key = a[i];
            int j = i;
            while (j >= gap) {
                if (a[j - gap] <= key)
                    break;
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = key;
        }
}
