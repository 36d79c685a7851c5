/* Binomial coefficients: after row n, c[k] is n over k. */
void pascal(int n, int *c)
{
    c[0] = 1;
    for (int i = 1; i <= n; i++) {
        c[i] = 1;
        for (int k = i - 1; k >= 1; k--)
            c[k] += c[k - 1];
    }
}
