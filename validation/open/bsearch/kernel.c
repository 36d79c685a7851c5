/* For each of m values its place in a sorted table of n: the index of the first entry that is not smaller, n if there is none. */
void find_places(int n, const double *table, int m, const double *value, int *place)
{
    for (int i = 0; i < m; i++) {
        int low = 0, high = n;

        while (low < high) {
            int middle = low + (high - low) / 2;

            if (table[middle] < value[i])
                low = middle + 1;
            else
                high = middle;
        }
        place[i] = low;
    }
}
