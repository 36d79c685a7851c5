/* Scales x by a, four elements at a time after the odd ones. */
void unroll(int n, float a, float *x)
{
    int i, m;

    m = n % 4;
    for (i = 0; i < m; i++)
        x[i] = a * x[i];
    if (n < 4)
        return;
    for (i = m; i < n; i += 4) {
        x[i] = a * x[i];
        x[i + 1] = a * x[i + 1];
        x[i + 2] = a * x[i + 2];
        x[i + 3] = a * x[i + 3];
    }
}
