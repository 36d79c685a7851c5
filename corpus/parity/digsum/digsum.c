/* Sum of the decimal digits of the numbers up to n. */
int digsum(int n)
{
    int s = 0;

    for (int i = 1; i <= n; i++) {
        int k = i;
        do {
            s += k % 10;
            k /= 10;
        } while (k > 0);
    }
    return s;
}
