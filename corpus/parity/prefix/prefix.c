/* Running sums: x[i] becomes x[0] + ... + x[i]. */
void prefix(int n, int x[n])
{
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
}
