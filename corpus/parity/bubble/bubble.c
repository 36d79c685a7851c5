/* Bubble sort that stops when a pass exchanges nothing. */
void bubble(int n, double *a)
{
    for (int last = n - 1; last >= 1; last--) {
        int nswap = 0;
        for (int i = 0; i < last; i++)
            if (a[i] > a[i + 1]) {
                double t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                nswap++;
            }
        if (nswap == 0)
            break;
    }
}
