/* Counts values in nb classes between 0 and 1; what is outside goes to the nearest class. */
void histog(int n, const float *x, int nb, int *h)
{
    int i, k;

    for (k = 0; k < nb; k++)
        h[k] = 0;
    for (i = 0; i < n; i++) {
        k = (int)(x[i] * nb);
        if (k < 0)
            k = 0;
        else if (k >= nb)
            k = nb - 1;
        h[k]++;
    }
}
