/* Counts the n numbers of v, which are below 1024, by value. */
void histo(int n, const int *v, int *bins)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        bins[v[i]]++;
    }
}
