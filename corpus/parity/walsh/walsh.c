/* Walsh-Hadamard transform of n values, n a power of two. */
void walsh(int n, double *x)
{
    for (int h = 1; h < n; h *= 2)
        for (int i = 0; i < n; i += 2 * h)
            for (int j = i; j < i + h; j++) {
                double a = x[j];
                double b = x[j + h];
                x[j] = a + b;
                x[j + h] = a - b;
            }
}
